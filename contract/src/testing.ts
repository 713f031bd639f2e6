export { type JsonCase, jsonCases } from './testing/json-cases.ts'
export { takeTurn } from './testing/take-turn.ts'
