import { Environment } from '@marcbachmann/cel-js'
import { Bytes, type Edition } from '@sluice/contract'
import { functionsOf } from './expression-functions.ts'
import { registerLookups } from './expression-look-ups.ts'
import { registerChoices } from './expression-macros.ts'
import { calculate, compareOperands, Numeral, type Operand, type Operator } from './expression-numeral.ts'

/**
 * CEL as expressions of a mapping have it: the variables row, line, index, now and derived; the types `number` (exact, every
 * number of a record) and `binary`; arithmetic over any mix of number, int and double; the functions of this folder.
 */
export function makeEnvironment(edition: Edition): Environment {
  const environment = new Environment({
    enableOptionalTypes: true,
    homogeneousAggregateLiterals: false,
    limits: { maxAstNodes: 5000, maxDepth: 100 },
  })
  environment.registerVariable('row', 'dyn').registerVariable('line', 'dyn').registerVariable('index', 'int')
  environment.registerVariable('derived', 'dyn')
  environment.registerVariable('now', 'google.protobuf.Timestamp')
  environment.registerType('number', { ctor: Numeral, fields: {} })
  environment.registerType('binary', { ctor: Bytes, fields: {} })
  registerArithmetic(environment)
  for (const [signature, handler] of functionsOf(edition))
    environment.registerFunction(signature, handler, { async: false })
  if (edition > 1) {
    environment.registerOperator('double % int: double', calculateRemainder)
    environment.registerOperator('int % double: double', calculateRemainder)
    environment.registerOperator('double % double: double', calculateRemainder)
  }
  registerChoices(environment)
  registerLookups(environment)
  return environment
}

const NUMBER_PAIRS = [
  ['number', 'number'],
  ['number', 'int'],
  ['number', 'double'],
  ['int', 'number'],
  ['double', 'number'],
] as const

function registerArithmetic(environment: Environment): void {
  for (const [left, right] of NUMBER_PAIRS) {
    for (const operator of ['+', '-', '*', '/', '%'] as const)
      environment.registerOperator(`${left} ${operator} ${right}: number`, (a: Operand, b: Operand) =>
        calculate(a, operator, b),
      )
    environment.registerOperator(`${left} < ${right}: bool`, (a: Operand, b: Operand) => compareOperands(a, b) < 0)
    environment.registerOperator(`${left} <= ${right}: bool`, (a: Operand, b: Operand) => compareOperands(a, b) <= 0)
    environment.registerOperator(`${left} > ${right}: bool`, (a: Operand, b: Operand) => compareOperands(a, b) > 0)
    environment.registerOperator(`${left} >= ${right}: bool`, (a: Operand, b: Operand) => compareOperands(a, b) >= 0)
  }
  environment.registerOperator('-number', (value: Operand) => calculate(0n, '-', value))
  // Equality itself is `isEqual`, set by guardExpression; these only tell the checker that the pairs may be compared.
  for (const right of ['number', 'int', 'double', 'null'])
    environment.registerOperator(`number == ${right}: bool`, (a: unknown, b: unknown) => a === b)
  environment.registerOperator('string == null: bool', () => false)
  for (const [operator, calculateDouble] of DOUBLE_OPERATORS) {
    environment.registerOperator(`int ${operator} double: double`, calculateDouble)
    environment.registerOperator(`double ${operator} int: double`, calculateDouble)
  }
}

/** Tells the checker alone: the second edition calculates exactly. */
const calculateRemainder = (a: number | bigint, b: number | bigint): number => Number(a) % Number(b)

const DOUBLE_OPERATORS: readonly (readonly [Operator, (a: number | bigint, b: number | bigint) => number])[] = [
  ['+', (a, b) => Number(a) + Number(b)],
  ['-', (a, b) => Number(a) - Number(b)],
  ['*', (a, b) => Number(a) * Number(b)],
  ['/', (a, b) => Number(a) / Number(b)],
]
