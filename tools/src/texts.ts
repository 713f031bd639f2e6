import { parseSync } from 'oxc-parser'
import { findHome, listAllWords } from './generate-traditional.ts'
import { isNode, listEntries, type Node, readText, walk } from './literals.ts'
import { findOtherWords, isJudged } from './vocabulary.ts'
import type { SourceFile } from './walls.ts'

export interface TextProblem {
  readonly path: string
  readonly text: string
  readonly problem: string
}

/** Everything wrong with the texts of any language that the compiler cannot see. */
export function findTextProblems(sources: readonly SourceFile[]): TextProblem[] {
  return [
    ...findCatalogueProblems(sources),
    ...findDictionaryProblems(sources),
    ...findUnreadKeys(sources),
    ...findWordsProblems(sources),
    ...findVocabularyProblems(sources),
  ]
}

const HAN = /\p{Script=Han}/u

/** Words that Portuguese and English share, and names. A text made of them alone may be the same in both. */
const SHARED = new Set(
  (
    'apache apis bytes clickhouse curl cursor decimal doris e-commerce e-mail endpoint endpoints gzip github graphql hash host http https id incremental ' +
    'interface interfaces item jetstream jsonpath kafka lines link links log login logs manual mariadb mongodb ms mysql oauth2 ' +
    'ok openapi oracle original parquet postgresql postman proxy push rabbitmq redis s schema script scripts shopify ' +
    'server sqlite status streams stripe swagger timestamp token tokens total unix webhook zoom'
  ).split(' '),
)
const mayBeShared = (text: string): boolean =>
  text
    .replace(/\$?\{+[^{}]*\}+/g, ' ')
    .split(/[^\p{L}\p{N}-]+/u)
    .every(word => !/\p{Ll}/u.test(word) || SHARED.has(word.toLowerCase()))

/** Catalogues by the English sentence: nothing missing, left over, untranslated, or with other values in it. */
function findCatalogueProblems(sources: readonly SourceFile[]): TextProblem[] {
  const problems: TextProblem[] = []
  const byPath = new Map(sources.map(file => [file.path, file]))
  for (const [home, chinese] of listWanted(sources)) {
    const path = home.replace(/\.zh\.ts$/, '.pt.ts')
    const file = byPath.get(path)
    const given = new Map(file ? listEntries(file).map(({ source, target }) => [source, target]) : [])
    const say = (text: string, problem: string): void => void problems.push({ path, text, problem })
    for (const [source, target] of chinese) {
      const told = given.get(source)
      if (told === undefined) say(source, 'has no Portuguese')
      else for (const problem of compareTold(source, told, target)) say(source, problem)
    }
    for (const source of given.keys()) if (!chinese.has(source)) say(source, 'is said by nobody')
  }
  return problems
}

function compareTold(source: string, told: string, chinese: string): string[] {
  const problems: string[] = []
  if (told === source && !mayBeShared(source)) problems.push('is not translated')
  if (HAN.test(told) && !HAN.test(source)) problems.push('holds Chinese')
  if (listValues(told) !== listValues(chinese) && listValues(told) !== listValues(source))
    problems.push(`holds ${listValues(told)} and not ${listValues(chinese)}`)
  return problems
}

/** The values of a sentence, each with its mark. */
const listValues = (text: string): string =>
  [...new Set([...text.matchAll(/\{([a-z][A-Za-z_]*[~!]?)\}/g)].map(([value]) => value))].toSorted().join(' ')

/** Per catalogue, its sentences and the words around it, in Chinese. */
function listWanted(sources: readonly SourceFile[]): Map<string, Map<string, string>> {
  const wanted = new Map<string, Map<string, string>>()
  const at = (home: string): Map<string, string> => {
    const known = wanted.get(home) ?? new Map<string, string>()
    wanted.set(home, known)
    return known
  }
  for (const file of sources.filter(({ path }) => path.endsWith('/sentences.zh.ts')))
    for (const { source, target } of listEntries(file)) at(file.path).set(source, target)
  for (const { path, en, zh, pt } of listAllWords(sources)) {
    if (pt !== undefined) continue
    const home = findHome(path, sources)
    if (home !== null) at(home).set(en, zh)
  }
  return wanted
}

/** `{ zh, en, pt? }` in the sources: English without Chinese, Chinese that is some, Portuguese as in a catalogue. */
function findWordsProblems(sources: readonly SourceFile[]): TextProblem[] {
  return listAllWords(sources).flatMap(({ path, zh, en, pt }) => [
    ...(HAN.test(en) ? [{ path, text: en, problem: 'is Chinese in the English text' }] : []),
    ...(zh === en && !mayBeShared(en) ? [{ path, text: en, problem: 'is not translated to Chinese' }] : []),
    ...(pt === undefined ? [] : compareTold(en, pt, zh).map(problem => ({ path, text: en, problem }))),
  ])
}

/** Dictionaries of the console that say an act in two words. */
const findVocabularyProblems = (sources: readonly SourceFile[]): TextProblem[] =>
  sources.filter(isJudged).flatMap(file => {
    const language = dictionaryOf(file.path)?.[2] as 'zh' | 'en' | 'pt' | undefined // as its expression has them
    return language === undefined
      ? []
      : findOtherWords(listLeaves(file).map(({ key, says }) => ({ path: file.path, language, key, says })))
  })

interface Leaf {
  readonly key: string
  /** Everything it may say, values as `{}`. */
  readonly says: readonly string[]
  /** Places of the parameters it uses; empty for a plain text. */
  readonly uses: string
}

const dictionaryOf = (path: string): RegExpExecArray | null => /^(console\/.*text.*)\.(zh|en|pt)\.ts$/.exec(path)

/** Dictionaries of the console: texts left in another language, arguments that one language forgets. */
function findDictionaryProblems(sources: readonly SourceFile[]): TextProblem[] {
  const byPath = new Map(sources.map(file => [file.path, file]))
  return sources
    .filter(({ path }) => dictionaryOf(path)?.[2] === 'en')
    .flatMap(file => {
      const portuguese = byPath.get(file.path.replace(/\.en\.ts$/, '.pt.ts'))
      const chinese = byPath.get(file.path.replace(/\.en\.ts$/, '.zh.ts'))
      if (!portuguese || !chinese) return [{ path: file.path, text: '', problem: 'has no other languages beside it' }]
      const english = listLeaves(file)
      return [...compareLeaves(portuguese, english, true), ...compareLeaves(chinese, english, false)]
    })
}

function compareLeaves(file: SourceFile, english: readonly Leaf[], isLatin: boolean): TextProblem[] {
  const known = new Map(english.map(leaf => [leaf.key, leaf]))
  return listLeaves(file).flatMap(leaf => {
    const other = known.get(leaf.key)
    if (!other) return [] // the compiler says so
    const text = leaf.says.join(' / ')
    const problems = []
    if (leaf.says.some(each => other.says.includes(each) && !mayBeShared(each))) problems.push('is not translated')
    if (isLatin && HAN.test(text) && !HAN.test(other.says.join())) problems.push('holds Chinese')
    if (leaf.uses !== other.uses)
      problems.push(`uses the arguments ${leaf.uses || 'none'}, in English ${other.uses || 'none'}`)
    return problems.map(problem => ({ path: file.path, text: `${leaf.key}: ${text}`, problem }))
  })
}

function listLeaves({ path, text }: SourceFile): Leaf[] {
  const declared = [...walk(parseSync(path, text).program)].find(
    node =>
      node['type'] === 'VariableDeclarator' && isNode(node['init']) && node['init']['type'] === 'ObjectExpression',
  )
  return isNode(declared?.['init']) ? readLeaves(declared['init'], '') : []
}

function readLeaves(object: Node, above: string): Leaf[] {
  const properties = Array.isArray(object['properties']) ? object['properties'].filter(isNode) : []
  return properties.flatMap(({ key, value }) => {
    if (!isNode(key) || !isNode(value)) return []
    const path = `${above}${String(key['name'] ?? key['value'])}`
    return value['type'] === 'ObjectExpression' ? readLeaves(value, `${path}.`) : [readLeaf(path, value)]
  })
}

function readLeaf(key: string, value: Node): Leaf {
  const nodes = [...walk(value)]
  const says = nodes.flatMap(node => readText(node) ?? []).filter(text => text.trim() !== '')
  const params = Array.isArray(value['params']) ? value['params'].filter(isNode) : []
  const used = new Set([...walk(value['body'])].filter(node => node['type'] === 'Identifier').map(node => node['name']))
  // An argument taken apart has no name of its own.
  const isUsed = (param: Node): boolean => param['type'] !== 'Identifier' || used.has(param['name'])
  return { key, says, uses: params.flatMap((param, at) => (isUsed(param) ? [at + 1] : [])).join(', ') }
}

/**
 * Keys that no source of the console reads. A key counts as read when its name is, and when a part above it is handed
 * on whole or looked up by a value: names are enough to find what was forgotten.
 */
function findUnreadKeys(sources: readonly SourceFile[]): TextProblem[] {
  const names = new Set<unknown>()
  const whole = new Set<unknown>()
  for (const { path, text } of sources) {
    if (!path.startsWith('console/src/') || dictionaryOf(path) || path.endsWith('.tw.ts')) continue
    for (const node of walk(parseSync(path, text).program)) noteReads(node, names, whole)
  }
  return sources
    .filter(({ path }) => dictionaryOf(path)?.[2] === 'zh')
    .flatMap(file =>
      listLeaves(file)
        .filter(({ key }) => {
          const parts = key.split('.')
          return !names.has(parts.at(-1)) && !parts.slice(0, -1).some(part => whole.has(part))
        })
        .map(({ key }) => ({ path: file.path, text: key, problem: 'is read by nobody' })),
    )
}

/** Members read by name or by a value that is written out, and members whose children are reached in another way. */
function noteReads(node: Node, names: Set<unknown>, whole: Set<unknown>): void {
  if (node['type'] === 'Literal') names.add(node['value'])
  for (const child of Object.values(node).flat()) {
    if (!isNode(child)) continue
    if (child['type'] === 'MemberExpression' && child['computed'] !== true && isNode(child['property'])) {
      const name = child['property']['name']
      names.add(name)
      const isStep = node['type'] === 'MemberExpression' && node['computed'] !== true && node['object'] === child
      if (!isStep) whole.add(name)
    }
    if (node['type'] === 'ObjectPattern' && isNode(child['key'])) {
      names.add(child['key']['name'])
      whole.add(child['key']['name'])
    }
  }
}
