// Accessibility, as axe sees it.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds serious or critical on the page as it is now. */
export async function seriousFindings(page) {
  await page.evaluate(axe)
  const { violations } = await page.evaluate(() => globalThis.axe.run())
  return violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).slice(0, 3).join(' ')}`)
}
