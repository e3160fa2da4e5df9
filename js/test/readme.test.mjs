// The JavaScript code of README.md and js/README.md runs and gives what its comments say.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as library from 'cotulenh-bitboard'

const AsyncFunction = (async () => {}).constructor

/** The code blocks of a page as one script, with `expression // value` as a check. */
function script(page) {
  const text = readFileSync(new URL(page, import.meta.url), 'utf8')
  const code = [...text.matchAll(/```js\n(.*?)```/gs)].map(([, block]) => block).join('')
  let checks = 0
  const lines = code.split('\n').map((line) => {
    const imported = /^import (\{.*\}) from 'cotulenh-bitboard'$/.exec(line)
    if (imported !== null) return `const ${imported[1]} = library`
    const [, expression, value] = /^(\w+\..*?) \/\/ (\d+|true|false|'.*'|\[.*\])$/.exec(line) ?? []
    if (value === undefined) return line
    checks++
    return `assert.deepEqual(${expression}, ${value})`
  })
  return { run: new AsyncFunction('library', 'assert', lines.join('\n')), checks }
}

for (const page of ['../../README.md', '../README.md']) {
  test(page, async () => {
    const { run, checks } = script(page)
    assert.ok(checks > 0, 'no line shows its value')
    await run(library, assert)
  })
}
