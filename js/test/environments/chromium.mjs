import { chromium } from 'playwright-core'
import { chromiumOptions } from './chromium-options.mjs'

export function launchChromium() {
  return chromium.launch(chromiumOptions())
}
