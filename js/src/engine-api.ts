/** The public part that needs the engine. */

export { bridge, type BridgeMove, type BridgePlayed, type BridgePosition, type BridgeSession } from './bridge.js'
export type { BestMove, SearchInfo } from './engine/report.js'
export type { SearchLimits, SearchPosition, SearchSignal } from './engine/search-arguments.js'
export { Engine, type EngineOptions, type EngineSource, type WasmUrl } from './engine/search-engine.js'
export { selectAiMove, type Difficulty, type SelectOptions } from './engine/select-ai-move.js'
export type { EngineWorker } from './engine/thread.js'
