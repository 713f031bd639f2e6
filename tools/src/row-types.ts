import type { CallExpression, Node, SourceFile } from 'typescript/unstable/ast'
import { isCallExpression, isPropertyAccessExpression } from 'typescript/unstable/ast/is'
import type { Checker, Type, TypeReference } from 'typescript/unstable/sync'
import { readTyped } from './typed-sources.ts'

/** A place of the sources where a statement is sent through a transaction. */
export interface Sending {
  readonly path: string
  readonly line: number
  /** What `query<Row>` says of its rows; null: nothing, or `execute`. */
  readonly row: AssertedRow | null
  /** Said there, with its reason: no column of the answer is NULL, although its table's may be. */
  readonly isNeverNull: boolean
}

/** By column. */
export type AssertedRow = ReadonlyMap<string, AssertedColumn>

export interface AssertedColumn {
  /** What it may be, NULL aside. */
  readonly forms: ReadonlySet<Form>
  readonly canBeNull: boolean
  readonly isOptional: boolean
  /** For messages. */
  readonly text: string
}

/** What the driver makes of a value; see `resultTypes` of db. */
export type Form = (typeof FORMS)[number]

const FORMS = ['text', 'number', 'boolean', 'bytes', 'json', 'array'] as const

/** Every `query` and `execute` of a `Tx` in the files that `isWanted`. */
export const findSendings = (root: string, isWanted: (path: string) => boolean): Sending[] =>
  readTyped(root, isWanted, findInFile)

// On the line of the statement or the one before.
const NEVER_NULL = /\/\/ never null: \S/

function findInFile(source: SourceFile, checker: Checker): Omit<Sending, 'path'>[] {
  const calls: { call: CallExpression; receiver: Node; name: Node; isQuery: boolean }[] = []
  const visit = (node: Node): void => {
    if (isCallExpression(node) && isPropertyAccessExpression(node.expression)) {
      const { expression: receiver, name } = node.expression
      if (['query', 'execute'].includes(name.text))
        calls.push({ call: node, receiver, name, isQuery: name.text === 'query' })
    }
    node.forEachChild(visit)
  }
  visit(source)
  if (calls.length === 0) return []
  const lines = source.text.split('\n')
  const receivers = checker.getTypeAtLocation(calls.map(({ receiver }) => receiver))
  return calls.flatMap(({ call, name, isQuery }, index) => {
    const receiver = receivers[index]
    if (!receiver || checker.typeToString(receiver) !== 'Tx') return []
    const { line } = source.getLineAndCharacterOfPosition(name.getStart(source))
    const isNeverNull = NEVER_NULL.test(`${lines[line - 1]}\n${lines[line]}`)
    return [{ line: line + 1, row: isQuery ? readRow(call, checker) : null, isNeverNull }]
  })
}

/** Of `Promise<Row[]>`, whether the call names its row or what is made of it does. */
function readRow(call: CallExpression, checker: Checker): AssertedRow | null {
  const inside = (type: Type | undefined): Type | undefined =>
    type && checker.getTypeArguments(type as TypeReference)[0]
  const row = inside(inside(checker.getTypeAtLocation(call)))
  if (!row) return null
  return new Map(
    checker.getPropertiesOfType(row).map(property => {
      const asserted = checker.getTypeOfSymbol(property) ?? checker.getUnknownType()
      return [property.name, readColumn(asserted, (property.flags & 16777216) !== 0, checker)]
    }),
  )
}

function readColumn(asserted: Type, isOptional: boolean, checker: Checker): AssertedColumn {
  return {
    forms: new Set(FORMS.filter(form => fits(asserted, form, checker))),
    canBeNull: checker.isTypeAssignableTo(checker.getNullType(), asserted),
    isOptional,
    text: checker.typeToString(asserted),
  }
}

function fits(asserted: Type, form: Form, checker: Checker): boolean {
  const some = checker.getNonNullableType(asserted) ?? asserted
  const within = (wider: Type): boolean =>
    checker.isTypeAssignableTo(some, wider) || checker.isTypeAssignableTo(wider, some)
  if (form === 'json') return true
  if (form === 'text') return within(checker.getStringType())
  if (form === 'number') return within(checker.getNumberType())
  if (form === 'boolean') return within(checker.getBooleanType())
  const text = checker.typeToString(some)
  if (form === 'bytes') return /^(Buffer|Uint8Array)/.test(text) || text === 'unknown'
  return text === 'unknown' || checker.isArrayLikeType(some)
}
