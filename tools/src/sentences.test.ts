import { expect, test } from 'vitest'
import { findUntranslated, findUnused, type SpeakingRoom } from './sentences.ts'
import { readSources } from './tree.ts'

const sources = readSources()
const connectors = [...new Set(sources.map(file => /^connectors\/src\/[a-z0-9-]+(?=\/)/.exec(file.path)?.[0]))].filter(
  folder => folder !== undefined,
)
const rooms: readonly SpeakingRoom[] = [
  { folder: 'connector-kit/src', leansOn: [] },
  { folder: 'engine/src', leansOn: [] },
  { folder: 'work/src', leansOn: ['engine/src'] },
  ...connectors.map(folder => ({ folder, leansOn: ['connector-kit/src'] })),
]

test.each(rooms)('every sentence of $folder has its Chinese', room => {
  expect(findUntranslated(sources, room)).toEqual([])
})

// The engine speaks for what it is lent: the vault and the files of a tenant; and for what reads adapters and texts.
const lent = [
  'contract/src',
  'db/src',
  'work/src',
  'api/src/modules/asset/adapter',
  'api/src/modules/connect/file',
  'api/src/http',
]

test.each(rooms)('no Chinese of $folder is left over, and its values are those of the sentence', room => {
  const users = room.folder === 'connector-kit/src' ? connectors : room.folder === 'engine/src' ? lent : []
  expect(findUnused(sources, room, users)).toEqual([])
})

const planted = (path: string, text: string) => [...sources, { path, text }]

test('a new sentence without Chinese is found', () => {
  const tree = planted(
    'engine/src/run/planted.ts',
    'export const fail = (n: number) => `The run lost $' + '{n} records.`',
  )
  expect(findUntranslated(tree, rooms[1]!)).toEqual([
    { file: 'engine/src/run/planted.ts', sentence: 'The run lost {} records.' },
  ])
})

test('Chinese that nobody needs, or that asks for a value the sentence does not have, is found', () => {
  const text = `export const s = { 'Nobody ever says this.': '没人说', 'Runs only by hand.': '仅{how}运行' }`
  const tree = planted('engine/src/run/sentences.zh.ts', text)
  expect(findUnused(tree, rooms[1]!, lent).map(gap => gap.sentence)).toEqual([
    'Nobody ever says this.',
    'Runs only by hand.',
  ])
})
