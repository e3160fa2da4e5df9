/** What an editor offers: names of points, although any text is accepted. */

import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { SQUARE_MAP } from 'cotulenh-bitboard'

// The package `typescript` itself has no language service for programs; the one that api-extractor
// uses has.
const extractor = createRequire(import.meta.url).resolve('@microsoft/api-extractor')
const ts = createRequire(extractor)('typescript')

const FILE = fileURLToPath(new URL('types/completed.mts', import.meta.url))
const OPTIONS = {
  strict: true, noEmit: true, types: [], lib: ['lib.es2022.d.ts'], target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext,
}

/** The texts that an editor offers where `|` stands in the argument of a call. */
function offered(call) {
  const source = `import { CoTuLenh } from 'cotulenh-bitboard'\nnew CoTuLenh().${call}\n`
  const text = source.replace('|', '')
  const host = {
    ...ts.createCompilerHost(OPTIONS),
    getScriptFileNames: () => [FILE],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const found = name === FILE ? text : ts.sys.readFile(name)
      return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found)
    },
    getCompilationSettings: () => OPTIONS,
    fileExists: (name) => name === FILE || ts.sys.fileExists(name),
  }
  const service = ts.createLanguageService(host)
  assert.deepEqual(service.getSemanticDiagnostics(FILE).map(({ messageText }) => messageText), [])
  return service.getCompletionsAtPosition(FILE, source.indexOf('|'), undefined).entries.map(({ name }) => name)
}

test('every point is offered where a square is expected', () => {
  const points = Object.keys(SQUARE_MAP)
  assert.equal(points.length, 132)
  for (const call of ["get('|')", "moves({ square: '|' })", "move({ from: '|', to: 'c6' })"]) {
    const names = offered(call)
    assert.deepEqual(points.filter((point) => !names.includes(point)), [], call)
  }
})
