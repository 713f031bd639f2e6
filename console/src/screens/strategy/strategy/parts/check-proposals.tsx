import type { CheckLine } from '@sluice/contract'
import { Space } from 'antd'
import { CanButton } from '../../../../ui/can.tsx'
import { useProposalText } from '../texts/use-proposal-text.ts'
import type { Strategy } from '../types.ts'
import { sayProposal } from './say-proposal.ts'
import { useSaveConfig } from './use-save-config.ts'

type Proposal = NonNullable<CheckLine['proposals']>[number]

interface CheckProposalsProps {
  readonly strategy: Strategy
  readonly list: readonly Proposal[]
  /** The check is worth doing again. */
  onUsed(): void
}

/** Settings of the source by which the answer that was seen could be read, each taken over by a press. */
export function CheckProposals({ strategy, list, onUsed }: CheckProposalsProps) {
  const text = useProposalText()
  const { mutate, isPending } = useSaveConfig(strategy, text.used, onUsed)
  const { source } = strategy.gate.draft?.config ?? strategy.config
  return list.map(proposal => (
    <Space key={`${proposal.code} ${proposal.seen}`}>
      <span>{sayProposal(text, proposal)}</span>
      <CanButton
        size="small"
        authority="strategy:update"
        loading={isPending}
        onClick={() => mutate({ options: { ...source.options, ...proposal.options } })}
      >
        {text.use}
      </CanButton>
    </Space>
  ))
}
