import { Bytes } from '@sluice/contract'
import type { ExpressionFunction } from './expression-money.ts'
import { sizeOf } from './expression-value.ts'

/** What makes JSON of a list or an object by will, or turns a list over. */
const TAKING: ReadonlySet<string> = new Set(['toText', 'reverse'])

/** Functions of texts that no list and no object can be meant for: what they would take is its JSON. */
export const refuseStructures = (functions: readonly ExpressionFunction[]): readonly ExpressionFunction[] =>
  functions.flatMap(([signature, handler]): ExpressionFunction[] => {
    const [, name = '', types = ''] = /^(\w+)\((.*)\):/.exec(signature) ?? []
    const places = types.split(', ').flatMap((type, at) => (type === 'dyn' ? [at] : []))
    const isJoin = name === 'join'
    if (TAKING.has(name) || (places.length === 0 && !isJoin)) return []
    const call = handler as (...values: unknown[]) => unknown // called only with what its signature asks for
    return [
      [
        signature,
        (...values: unknown[]) => {
          for (const value of isJoin ? (values[0] as readonly unknown[]) : places.map(at => values[at]))
            requireText(value, name)
          return call(...values)
        },
      ],
    ]
  })

function requireText(value: unknown, name: string): void {
  if (typeof value !== 'object' || value === null || value instanceof Bytes) return
  if (Array.isArray(value))
    throw new RangeError(
      `${name}() takes a text, and not a list of ${value.length}; write size(list), join(list, ",") or toText(list)`,
    )
  if (sizeOf(value) !== undefined)
    throw new RangeError(`${name}() takes a text, and not an object; name one of its fields, or write toText(object)`)
}
