import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from 'vitest/node'

/**
 * Begins with the files whose paths end like these, in this order: a long one begun last would run while the other
 * workers idle. A machine that ran the tests before knows their times; a clean one does not.
 */
export function startWithLongest(names: readonly string[]): TestSequencerConstructor {
  const rank = ({ moduleId }: TestSpecification): number => {
    const at = names.findIndex(name => moduleId.endsWith(name))
    return at < 0 ? names.length : at
  }
  return class LongestFirst extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
    }
  }
}
