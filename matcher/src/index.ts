export type { MatchOptions, OpenKind, OpenLine } from './classify.ts'
export { type Candidate, type Distances, explainLine, type Failure, type Line, type Verdict } from './explain.ts'
export type { BothSides, Lines, Side, Turns } from './lines.ts'
export { type Groups, type MatchResult, match, matchInTurns } from './match.ts'
export {
  type History,
  type KeyField,
  mayConfirm,
  NEEDED_PRECISION,
  provenPrecision,
  type Rule,
  type RuleKind,
  type RuleSet,
  SCORES,
} from './rule.ts'
export type { Totals } from './totals.ts'
