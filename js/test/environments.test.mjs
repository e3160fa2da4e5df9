// The packed bundle in all supported environments.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import vm from 'node:vm'
import { installPackage } from './environments/installed-package.mjs'

const { root, dist, remove } = installPackage()
after(remove)

const USE = `
  const game = new CoTuLenh()
  const count = game.moves().length
  game.move('Ic6')
  const report = JSON.stringify({ count, fen: game.fen() })
`
const EXPECTED = {
  count: 116,
  fen: '6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/2I8/3E2M2EI/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4 b - - 1 1',
}

/** Writes a program beside the installed package, runs it, and returns the JSON that it prints. */
function run(name, text, [program, ...args] = [process.execPath]) {
  const file = join(root, name)
  writeFileSync(file, text)
  return JSON.parse(execFileSync(program, [...args, file], { cwd: root, encoding: 'utf8' }))
}

test('Node, ES module', () => {
  const text = `import { CoTuLenh } from 'cotulenh-bitboard'; ${USE}; console.log(report)`
  assert.deepEqual(run('module.mjs', text), EXPECTED)
})

test('Node, CommonJS', () => {
  const text = `const { CoTuLenh } = require('cotulenh-bitboard'); ${USE}; console.log(report)`
  assert.deepEqual(run('common.cjs', text), EXPECTED)
})

const START_WORKER = (file) => `
  import { Worker } from 'node:worker_threads'
  new Worker(new URL('${file}', import.meta.url)).on('message', (report) => console.log(report))
`

test('Node, worker thread, ES module', () => {
  writeFileSync(
    join(root, 'worker.mjs'),
    `import { parentPort } from 'node:worker_threads'
     import { CoTuLenh } from 'cotulenh-bitboard'
     ${USE}
     parentPort.postMessage(report)`,
  )
  assert.deepEqual(run('start-module-worker.mjs', START_WORKER('worker.mjs')), EXPECTED)
})

test('Node, worker thread, CommonJS', () => {
  writeFileSync(
    join(root, 'worker.cjs'),
    `const { parentPort } = require('node:worker_threads')
     const { CoTuLenh } = require('cotulenh-bitboard')
     ${USE}
     parentPort.postMessage(report)`,
  )
  assert.deepEqual(run('start-common-worker.mjs', START_WORKER('worker.cjs')), EXPECTED)
})

/** The same in Deno, with permission to read only. */
function runDeno(name, text) {
  const deno = fileURLToPath(new URL('../node_modules/deno/bin.cjs', import.meta.url))
  const options = ['--quiet', '--no-prompt', '--no-remote', '--no-npm', '--no-config', '--no-lock', '--allow-read']
  process.env.DENO_DIR = join(root, 'deno')
  process.env.DENO_NO_UPDATE_CHECK = '1'
  return run(name, text, [process.execPath, deno, 'run', ...options])
}

test('Deno, the ES file by its path, with permission to read only', () => {
  const text = `import { CoTuLenh } from './node_modules/cotulenh-bitboard/dist/index.js'; ${USE}; console.log(report)`
  assert.deepEqual(runDeno('deno.mjs', text), EXPECTED)
})

test('an edge function in Deno: no workers, permission to read only; a move is validated in time', () => {
  const text = `
    globalThis.Worker = undefined
    const start = performance.now()
    const { CoTuLenh } = await import('./node_modules/cotulenh-bitboard/dist/index.js')
    const validate = (fen, move) => {
      try {
        return new CoTuLenh(fen).move(move).after
      } catch {
        return null
      }
    }
    const fen = '${EXPECTED.fen.replace(/ b .*/, ' r - - 0 1')}'
    const accepted = validate(fen, 'Ic7')
    const cold = performance.now() - start
    const times = []
    for (let i = 0; i < 500; i++) {
      const from = performance.now()
      if (validate(fen, 'Ic7') !== accepted) throw new Error('another answer')
      times.push(performance.now() - from)
    }
    times.sort((a, b) => a - b)
    console.log(JSON.stringify({ accepted, refused: validate(fen, 'Ic9'), cold, warm: times[250], worst: times[499] }))
  `
  const runs = Array.from({ length: 3 }, (_, i) => runDeno(`edge-${i}.mjs`, text))
  for (const { accepted, refused } of runs) {
    assert.match(accepted, / b - - 1 1$/)
    assert.equal(refused, null)
  }
  const cold = Math.min(...runs.map((it) => it.cold))
  const warm = Math.min(...runs.map((it) => it.warm))
  console.log(`a move validated in Deno: cold ${cold.toFixed(1)} ms, warm ${warm.toFixed(3)} ms`)
  // The best of three, because other processes may be busy.
  assert(cold <= 150, `cold: ${cold} ms`)
  assert(warm <= 1, `warm: ${warm} ms`)
})

const SEARCH = `
  const best = await new Engine().bestMove(undefined, { depth: 3 })
  const move = await selectAiMove(new CoTuLenh().fen(), 'easy', { seed: 7 })
  const report = JSON.stringify({ depth: best.depth, lan: best.lan, completed: move.completed })
`

test('the engine: Node as ES module and CommonJS, and Deno; the process ends without dispose()', () => {
  const names = '{ CoTuLenh, Engine, selectAiMove }'
  const module = run('engine.mjs', `import ${names} from 'cotulenh-bitboard'; ${SEARCH}; console.log(report)`)
  assert.deepEqual([module.depth, module.completed], [3, true])
  const text = `const ${names} = require('cotulenh-bitboard'); (async () => { ${SEARCH}; console.log(report) })()`
  assert.deepEqual(run('engine.cjs', text), module)
  const path = './node_modules/cotulenh-bitboard/dist/index.js'
  assert.deepEqual(runDeno('engine-deno.mjs', `import ${names} from '${path}'; ${SEARCH}; console.log(report)`), module)
})

test('a server that renders pages: many imports compile nothing, the first use compiles once', () => {
  const text = `
    let compiled = 0
    WebAssembly.Module = new Proxy(WebAssembly.Module, {
      construct(...args) {
        compiled += 1
        return Reflect.construct(...args)
      },
    })
    const pages = await Promise.all(Array.from({ length: 100 }, () => import('cotulenh-bitboard')))
    const atImport = compiled
    const results = pages.map(({ CoTuLenh }) => { ${USE}; return report })
    console.log(JSON.stringify({ atImport, atUse: compiled, results: [...new Set(results)] }))
  `
  const { atImport, atUse, results } = run('server.mjs', text)
  assert.equal(atImport, 0)
  assert.equal(atUse, 1)
  assert.deepEqual(results.map((it) => JSON.parse(it)), [EXPECTED])
})

test('an environment with nothing but the language, WASM and text coding', () => {
  const module = { exports: {} }
  const context = vm.createContext({ module, exports: module.exports, TextDecoder, TextEncoder, atob })
  vm.runInContext(readFileSync(join(dist, 'index.cjs'), 'utf8'), context)
  const report = vm.runInContext(`(({ CoTuLenh }) => { ${USE}; return report })(module.exports)`, context)
  assert.deepEqual(JSON.parse(report), EXPECTED)
})

test('both module systems export the same names', async () => {
  const required = createRequire(join(root, 'any.cjs'))('cotulenh-bitboard')
  const imported = await import(join(dist, 'index.js'))
  assert.deepEqual(Object.keys(imported).sort(), Object.keys(required).sort())
})

test('no path of this machine is published', () => {
  const repository = fileURLToPath(new URL('../..', import.meta.url))
  for (const file of readdirSync(dist)) {
    const text = readFileSync(join(dist, file), 'utf8')
    assert(!text.includes(repository), file)
    if (file.endsWith('.map')) {
      const { sources } = JSON.parse(text)
      for (const source of sources) assert.match(source, /^(wasm:|\.\.\/[^./])/)
    }
  }
})
