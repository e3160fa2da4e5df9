// The examples of docs/migration.md, run as they are written there.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { installPackage } from './environments/installed-package.mjs'

const { root, remove } = installPackage()
after(remove)

const page = readFileSync(new URL('../../docs/migration.md', import.meta.url), 'utf8')
const examples = new Map(
  [...page.matchAll(/<!-- example: (\S+) -->\n```js\n(.*?)```/gs)].map(([, name, text]) => [name, text]),
)

const AFTER_IC6 =
  '6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/2I8/3E2M2EI/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4 b - - 1 1'
const deno = fileURLToPath(new URL('../node_modules/deno/bin.cjs', import.meta.url))
const denoOptions = ['run', '--quiet', '--no-prompt', '--no-remote', '--no-npm', '--no-config', '--no-lock', '--allow-read']

/** The expected output of each example, and the program that runs it. */
const expected = {
  'shadow.mjs': { print: '2 calls compared, 0 differences' },
  'node.mjs': { print: AFTER_IC6 },
  'node.cjs': { print: AFTER_IC6 },
  'worker.mjs': { print: AFTER_IC6 },
  'deno.mjs': { print: AFTER_IC6, by: [deno, ...denoOptions] },
  'opponent.mjs': { print: '2' },
  'engine.mjs': { print: 'string true' },
}

test('every example is known here', () => {
  assert.deepEqual([...examples.keys()], Object.keys(expected))
})

// A stand-in for the old engine, for the example that uses both.
const old = join(root, 'node_modules/@cotulenh/core')
mkdirSync(old, { recursive: true })
writeFileSync(join(old, 'package.json'), '{ "name": "@cotulenh/core", "type": "module", "exports": "./index.js" }')
writeFileSync(join(old, 'index.js'), "export * from 'cotulenh-bitboard'\n")

for (const [name, text] of examples) {
  test(name, () => {
    const file = join(root, name)
    writeFileSync(file, text)
    const env = { ...process.env, DENO_DIR: join(root, 'deno'), DENO_NO_UPDATE_CHECK: '1' }
    const { by = [], print } = expected[name]
    const output = execFileSync(process.execPath, [...by, file], { cwd: root, encoding: 'utf8', env })
    assert.equal(output.trim(), print)
  })
}

test('a page that imports only a constant does not include the WASM', async () => {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    stdin: { contents: "import { RED } from 'cotulenh-bitboard'; console.log(RED)", resolveDir: root },
    bundle: true, minify: true, format: 'esm', write: false,
  })
  assert.ok(outputFiles[0].contents.length < 20_000, `${outputFiles[0].contents.length} bytes`)
})
