// How tests start the installed Chromium.

import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function findChromium() {
  const directories = (process.env.PATH ?? '').split(delimiter)
  const found = NAMES.flatMap((name) => directories.map((directory) => join(directory, name))).find(isProgram)
  if (found === undefined) throw new Error('Chromium is missing; on Debian: apt-get install chromium')
  return found
}

/** Options for the `launch` of Playwright. */
export function chromiumOptions() {
  return {
    executablePath: findChromium(),
    // Chromium cannot use its sandbox as root.
    chromiumSandbox: process.getuid?.() !== 0,
    // No requests of its own.
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  }
}
