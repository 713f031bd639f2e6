import './flow.css'

export { LineCard } from './parts/line-card.tsx'
export { useAct } from './parts/queries.ts'
export { useSayRule } from './parts/use-rule-names.ts'
/** Words of rules: keys, kinds. */
export { useText as useFlowText } from './use-text.ts'
