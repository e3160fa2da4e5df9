import { createServer } from 'node:http'
import { after, before } from 'node:test'
import { chromium } from 'playwright-core'
import { chromiumOptions } from './chromium-options.mjs'

export function launchChromium() {
  return chromium.launch(chromiumOptions())
}

/**
 * Serves pages and opens them in Chromium while the tests of a file run. The function that it
 * returns opens a page, by its path or its whole address, and waits for the global variable
 * `report`. Errors and warnings of the page fail the test, unless their text matches `expected`.
 */
export function pagesInChromium(handleRequest) {
  const server = createServer(handleRequest)
  let browser
  let address

  before(async () => {
    await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
    address = `http://127.0.0.1:${server.address().port}`
    browser = await launchChromium()
  })

  after(async () => {
    await browser?.close()
    server.close()
  })

  return async function reportOf(path, expected = /^$/) {
    const page = await browser.newPage()
    const complaint = new Promise((_, reject) => {
      page.on('pageerror', reject)
      page.on('console', (message) => {
        const harmless = message.type() === 'debug' || message.location().url.endsWith('/favicon.ico')
        if (!harmless && !expected.test(message.text())) reject(new Error(message.text()))
      })
    })
    const report = async () => {
      await page.goto(new URL(path, address).href)
      return (await page.waitForFunction(() => globalThis.report)).jsonValue()
    }
    try {
      return await Promise.race([report(), complaint])
    } finally {
      await page.close()
    }
  }
}
