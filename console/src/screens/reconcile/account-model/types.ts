import type { ModelConfig } from '@sluice/api/modules/reconcile/account-model/contract.ts'

export type {
  AccountModel,
  ModelConfig,
  RuleProposal,
  RuleTest,
} from '@sluice/api/modules/reconcile/account-model/contract.ts'
export type Entry = ModelConfig['rules'][number]
export type MatchRule = Entry['rule']
