// Both languages say everything, and nothing slips past the page's own rules.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import en from '../src/texts/en.js'
import enPages from '../src/texts/en-pages.js'
import vi from '../src/texts/vi.js'
import viPages from '../src/texts/vi-pages.js'

const WEB = fileURLToPath(new URL('..', import.meta.url))
const files = (folder) =>
  readdirSync(join(WEB, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
const served = [join(WEB, 'index.html'), join(WEB, 'icon.svg'), ...files('src'), ...files('style')]
const places = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

for (const [name, one, other] of [
  ['the game', vi, en],
  ['the other pages', viPages, enPages],
]) {
  test(`${name}: every text in both languages, with the same values in it`, () => {
    assert.deepEqual(Object.keys(one).sort(), Object.keys(other).sort())
    for (const key of Object.keys(one)) {
      assert(one[key].trim() && other[key].trim(), key)
      assert.deepEqual(places(one[key]), places(other[key]), key)
    }
  })
}

test('every text is used', () => {
  const code = served.filter((path) => path.endsWith('.js') && !path.includes('texts')).map((path) => readFileSync(path, 'utf8')).join('\n')
  const unused = Object.keys({ ...en, ...enPages }).filter((key) => {
    // A key is named as a whole, or put together from a beginning and a variable.
    const stem = key.slice(0, key.lastIndexOf('.') + 1)
    return !code.includes(`'${key}'`) && !code.includes(`\`${stem}\${`)
  })
  assert.deepEqual(unused, [])
})

test('the page weighs at most 500 kB', () => {
  const total = served.reduce((sum, path) => sum + statSync(path).size, 0)
  assert(total <= 500_000, `${total} bytes`)
})

test('no text becomes HTML, no style or script stands in a page', () => {
  for (const path of served.filter((path) => path.endsWith('.js'))) {
    assert.doesNotMatch(readFileSync(path, 'utf8'), /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/, path)
  }
  const html = readFileSync(join(WEB, 'index.html'), 'utf8')
  assert.doesNotMatch(html, /<style|style=|<script(?![^>]*\ssrc=)|\son\w+=/)
})
