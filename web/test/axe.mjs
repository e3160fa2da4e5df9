// Accessibility checks with axe.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The serious and critical findings of axe on the current page. */
export async function seriousFindings(page) {
  await page.evaluate(axe)
  const { violations } = await page.evaluate(() => globalThis.axe.run())
  return violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3).join(' ')}`)
}
