import type { SourceFile } from './walls.ts'

/** Rooms in which amounts are counted: integers of minor units, and nothing that could make a float of one. */
const ROOMS = /^matcher\/src\//

const BANNED: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bparseFloat\b/, 'parseFloat'],
  [/\bNumber\(/, 'Number()'],
  [/\.toFixed\(/, 'toFixed'],
  [/\*\s*100\b(?!n)/, '* 100'],
  [/\/\s*100\b(?!n)/, '/ 100'],
]

export interface MoneyProblem {
  readonly path: string
  readonly line: number
  readonly problem: string
}

/** Every place where an amount could lose a cent. Tests and their generators count in whole numbers as they like. */
export function findFloatMoney(files: readonly SourceFile[]): readonly MoneyProblem[] {
  return files
    .filter(({ path }) => ROOMS.test(path) && !/\.test\.ts$|\/testing\//.test(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, at) =>
        BANNED.filter(([pattern]) => pattern.test(line.replace(/^\s*(\/\/|\*|\/\*\*).*/, ''))).map(([, name]) => ({
          path,
          line: at + 1,
          problem: `${name} where amounts are counted: keep them bigint, in minor units`,
        })),
      ),
    )
}
