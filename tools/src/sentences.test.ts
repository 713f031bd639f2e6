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
  { folder: 'bills/src', leansOn: ['connector-kit/src'] },
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

// The language of expressions says these itself.
const borrowed: ReadonlySet<string> = new Set([
  'No such key: {name}; write {right}',
  'Expected {wanted}, got {token}',
  'Reserved identifier: {name}',
  "found no matching overload for '{call}'",
])

test.each(rooms)('no Chinese of $folder is left over, and its values are those of the sentence', room => {
  const users =
    room.folder === 'connector-kit/src'
      ? connectors
      : room.folder === 'engine/src'
        ? lent
        : room.folder === 'bills/src'
          ? ['api/src/modules/reconcile']
          : []
  expect(findUnused(sources, room, users).filter(({ sentence }) => !borrowed.has(sentence))).toEqual([])
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
  const found = findUnused(tree, rooms[1]!, lent).map(gap => gap.sentence)
  expect(found.filter(sentence => !borrowed.has(sentence))).toEqual(['Nobody ever says this.', 'Runs only by hand.'])
})
