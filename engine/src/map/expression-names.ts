import { functionAliases } from '@sluice/contract'
import { choices } from './expression-choice.ts'
import { functionsOf } from './expression-functions.ts'

const nameOf = (signature: string): string => /^(?:\w+\.)?(\w+)\(/.exec(signature)?.[1] ?? ''

/** What CEL brings itself. */
const OWN = ['has', 'size', 'string', 'int', 'double', 'bool', 'dyn', 'type', 'timestamp', 'duration', 'uint', 'bytes']
const OWN_METHODS = [
  ...['contains', 'startsWith', 'endsWith', 'split', 'join', 'trim', 'indexOf', 'lastIndexOf', 'substring'],
  ...['lowerAscii', 'upperAscii', 'size', 'orValue', 'map', 'filter', 'all', 'exists', 'exists_one', 'matches'],
]

/** Names of functions by their small letters. Of no two is the spelling in small letters the same. */
export const callableNames: ReadonlyMap<string, string> = new Map(
  [
    ...OWN,
    ...functionsOf(1).map(([signature]) => nameOf(signature)),
    // `Has` is no word of people: `has` stands for it where its field is in brackets.
    ...[...choices.keys()].filter(name => name !== 'Has'),
    ...Object.keys(functionAliases),
    ...['lookup', 'find'],
  ].map(name => [name.toLowerCase(), name]),
)

export const methodNames: ReadonlyMap<string, string> = new Map(
  [...OWN_METHODS, 'rmatch'].map(name => [name.toLowerCase(), name]),
)
