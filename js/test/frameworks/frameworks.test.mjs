// The game store in components of React and Svelte, bundled by esbuild, in Chromium.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { compile } from 'svelte/compiler'
import { launchChromium } from '../environments/chromium.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const dist = fileURLToPath(new URL('../../dist/', import.meta.url))

const svelte = {
  name: 'svelte',
  setup({ onLoad }) {
    onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
      const { js } = compile(await readFile(path, 'utf8'), { filename: path })
      return { contents: js.code, loader: 'js' }
    })
  },
}

async function bundle(entry) {
  const { outputFiles } = await build({
    absWorkingDir: here,
    entryPoints: [entry],
    alias: { 'cotulenh-bitboard': `${dist}index.js` },
    external: ['./engine.js', 'node:*'],
    bundle: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    conditions: ['browser', 'production'],
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [svelte],
    logLevel: 'error',
  })
  return outputFiles[0].text
}

const scripts = {}
const server = createServer(({ url }, response) => {
  const script = scripts[url]
  const page = `<!doctype html><meta charset="utf-8"><title>${url}</title><body><script type="module" src="${url}.js"></script>`
  response.writeHead(200, { 'content-type': script ? 'text/javascript' : 'text/html' })
  response.end(script ?? page)
})

let browser

before(async () => {
  scripts['/react.js'] = await bundle('react-page.jsx')
  scripts['/svelte.js'] = await bundle('svelte-page.js')
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  browser = await launchChromium()
})

after(async () => {
  await browser?.close()
  server.close()
})

/** Opens a page; errors of the page fail the test. */
async function open(name) {
  const page = await browser.newPage()
  const errors = []
  page.on('pageerror', (error) => errors.push(error))
  await page.goto(`http://127.0.0.1:${server.address().port}/${name}`)
  await page.waitForSelector('[data-square=k1]')
  const cell = (square) => page.locator(`[data-square=${square}]`)
  return { page, cell, errors, text: (square) => cell(square).textContent() }
}

for (const name of ['react', 'svelte']) {
  test(`${name}: select, show destinations, play, deploy, undo`, async () => {
    const { page, cell, errors, text } = await open(name)
    assert.equal(await page.locator('#turn').textContent(), 'r 0')
    assert.equal(await text('g5'), 'rm')
    await cell('c5').click()
    assert.deepEqual(await page.locator('.marked').evaluateAll((cells) => cells.map(({ dataset }) => dataset.square)), ['c6', 'c4'])
    await cell('c6').click()
    assert.equal(await page.locator('#turn').textContent(), 'b 1')
    assert.deepEqual([await text('c5'), await text('c6')], ['', 'ri'])
    assert.equal(await page.locator('.marked').count(), 0)
    // A change from outside of the component.
    await page.evaluate(() => globalThis.store.play('Ic7'))
    assert.equal(await text('c7'), 'bi')
    await page.locator('#undo').click()
    await page.locator('#undo').click()
    assert.equal(await page.locator('#turn').textContent(), 'r 0')
    assert.ok(await page.locator('#undo').isDisabled())
    // A deploy, step by step.
    await page.evaluate(() => globalThis.store.load('6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1'))
    assert.equal(await text('d5'), 'rti')
    await page.evaluate(() => globalThis.store.play({ from: 'd5', to: 'd7', piece: 't', deploy: true }))
    assert.deepEqual([await text('d5'), await text('d7')], ['ri', 'rt'])
    await page.evaluate(() => globalThis.store.commit())
    assert.equal(await page.locator('#turn').textContent(), 'b 1')
    assert.deepEqual(errors, [])
    await page.close()
  })
}

test('react: cells whose piece has not changed are not rendered again', async () => {
  const { page, errors } = await open('react')
  await page.evaluate(() => {
    globalThis.rendered.length = 0
    globalThis.store.play('Ic6')
  })
  await page.waitForFunction(() => document.querySelector('#turn').textContent === 'b 1')
  assert.deepEqual((await page.evaluate(() => globalThis.rendered)).sort(), ['c5', 'c6'])
  assert.deepEqual(errors, [])
  await page.close()
})
