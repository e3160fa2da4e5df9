// The files of the page: their size, and what they must not contain. xtask/tests/locales.rs checks
// the texts.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const WEB = fileURLToPath(new URL('..', import.meta.url))
const files = (folder) =>
  readdirSync(join(WEB, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
const served = [join(WEB, 'index.html'), join(WEB, 'icon.svg'), ...files('src'), ...files('style')]

test('the page weighs at most 500 kB', () => {
  const total = served.reduce((sum, path) => sum + statSync(path).size, 0)
  assert(total <= 500_000, `${total} bytes`)
})

test('no text becomes HTML, and there are no inline styles or scripts', () => {
  for (const path of served.filter((path) => path.endsWith('.js'))) {
    assert.doesNotMatch(readFileSync(path, 'utf8'), /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/, path)
  }
  const html = readFileSync(join(WEB, 'index.html'), 'utf8')
  assert.doesNotMatch(html, /<style|style=|<script(?![^>]*\ssrc=)|\son\w+=/)
})
