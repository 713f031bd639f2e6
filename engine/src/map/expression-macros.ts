import type { ASTNode, Environment } from '@marcbachmann/cel-js'
import { functionAliases } from '@sluice/contract'
import { type Choice, choices, rulesOf } from './expression-choice.ts'
import { runOrMissing } from './expression-look-ups.ts'

interface Macro {
  readonly node: ASTNode
  readonly args: readonly ASTNode[]
}

interface Runner {
  run(node: ASTNode, context: unknown): unknown
}

interface Type {
  isDynOrBool(): boolean
}

interface Checker {
  check(node: ASTNode, context: unknown): Type
  getType(name: string): unknown
  createError(code: string, message: string, node: ASTNode): Error
  formatType(type: Type): string
}

/** Choices under all their names, with as many arguments as they may have. */
export function registerChoices(environment: Environment): void {
  const aliases = Object.entries(functionAliases)
  for (const [name, choice] of choices)
    for (const each of [name, ...aliases.flatMap(([alias, of]) => (of === name ? [alias] : []))])
      for (let count = choice.least; count <= choice.most; count++)
        environment.registerFunction(`${each}(${Array(count).fill('ast').join(', ')}): dyn`, expand(choice))
}

const expand =
  (choice: Choice) =>
  ({ ast, args }: { readonly ast: ASTNode; readonly args: readonly ASTNode[] }) => ({
    ...{ node: ast, args, async: false },
    typeCheck(checker: Checker, macro: Macro, context: unknown) {
      for (const [index, argument] of macro.args.entries()) {
        const type = checker.check(argument, context)
        if (choice.isCondition(index, macro.args.length) && !type.isDynOrBool())
          throw checker.createError(
            'invalid_condition_type',
            `Ternary condition must be bool, got '${checker.formatType(type)}'`,
            argument,
          )
      }
      return checker.getType('dyn')
    },
    evaluate(runner: Runner, { node, args: given }: Macro, context: unknown) {
      const count = given.length
      return choice.run({
        count,
        ...rulesOf(node),
        ask: index =>
          choice.mayMiss(index, count)
            ? runOrMissing(runner, given[index]!, context) // asked for what is there
            : runner.run(given[index]!, context),
      })
    },
  })
