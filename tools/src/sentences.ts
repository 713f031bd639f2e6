import { listEntries, listTexts } from './literals.ts'
import type { SourceFile } from './walls.ts'

/** Rooms whose sentences reach users, each with the catalogues that may hold them: its own, then those it leans on. */
export interface SpeakingRoom {
  readonly folder: string
  readonly leansOn: readonly string[]
}

export interface SentenceGap {
  readonly file: string
  readonly sentence: string
}

/** Sentences of a room's sources that no catalogue translates. */
export function findUntranslated(sources: readonly SourceFile[], room: SpeakingRoom): SentenceGap[] {
  const known = [room.folder, ...room.leansOn]
    .flatMap(folder => sources.filter(file => isIn(file, folder) && isCatalogue(file)))
    .flatMap(file => listEntries(file).map(entry => blank(entry.source)))
  return listSpoken(sources, room.folder).filter(({ sentence }) => {
    if (!isSentence(sentence)) return false
    const pattern = toPattern(sentence)
    return !known.some(entry => pattern.test(entry))
  })
}

/** Entries of a room's catalogues that no source of the rooms using them says any more, or whose values do not match. */
export function findUnused(
  sources: readonly SourceFile[],
  room: SpeakingRoom,
  users: readonly string[],
): SentenceGap[] {
  const spoken = [room.folder, ...users].flatMap(folder => listSpoken(sources, folder)).map(each => each.sentence)
  const bare = new Set(spoken.map(words))
  const patterns = [...new Set(spoken)].filter(text => words(text).length >= MIN_SHARED).map(toPattern)
  const isSaid = (entry: string): boolean => bare.has(words(entry)) || patterns.some(pattern => pattern.test(entry))
  return sources
    .filter(file => isIn(file, room.folder) && isCatalogue(file))
    .flatMap(file =>
      listEntries(file)
        .filter(({ source, target }) => !isSaid(blank(source)) || !hasSameValues(source, target))
        .map(({ source }) => ({ file: file.path, sentence: source })),
    )
}

/** Parts shorter than this are found anywhere and prove nothing. */
const MIN_SHARED = 6

const isIn = ({ path }: SourceFile, folder: string): boolean => path.startsWith(`${folder}/`)
const isCatalogue = ({ path }: SourceFile): boolean => path.endsWith('/sentences.zh.ts')
/** Tests, stand-ins, and forms, which are written in both languages. */
const isSilent = ({ path }: SourceFile): boolean =>
  /\.test\.ts$|\/sentences\.(tw|pt)\.ts$|\/(testing|conformance)\/|\/(testing|[\w-]+-server)\.ts$|\/((.*-)?params|fields)\.ts$|^connectors\/.*\/(manifest|pack)\.ts$/.test(
    path,
  )

function listSpoken(sources: readonly SourceFile[], folder: string): SentenceGap[] {
  return sources
    .filter(file => isIn(file, folder) && !isCatalogue(file) && !isSilent(file))
    .flatMap(file => listTexts(file).map(sentence => ({ file: file.path, sentence })))
}

/** A value leaves one mark, whatever it is called. */
const blank = (text: string): string => text.replace(/\{[^{}]*\}/g, '{}')
const words = (text: string): string => text.replace(/\{[^{}]*\}|[^a-z]/gi, '').toLowerCase()

/** Finds a source's text in an entry; where the source puts a value in, the entry may have words. */
function toPattern(text: string): RegExp {
  const parts = blank(text).replace(/\.$/, '').split('{}')
  return new RegExp(parts.map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.*'))
}

/**
 * Public sentences begin with a capital, a quote or a value and end with a full stop; ends of sentences begin with a
 * verb. Private texts are gerunds in small letters, and SQL is neither.
 */
const isSentence = (text: string): boolean =>
  (/^(?:[A-Z]|["{]).* .*\.$/s.test(text) && words(text).length >= MIN_SHARED) || VERB_LED.test(text)
const VERB_LED = /^(?:is|has|holds|contains|names|needs|closes|leaves|ends|splits|does not|must|would|cannot) [a-z]/

const hasSameValues = (source: string, target: string): boolean => {
  const given = new Set([...source.matchAll(/\{([a-z][A-Za-z_]*)\}/g)].map(match => match[1]))
  return [...target.matchAll(/\{([a-z][A-Za-z_]*)[~!]?\}/g)].every(match => given.has(match[1]))
}
