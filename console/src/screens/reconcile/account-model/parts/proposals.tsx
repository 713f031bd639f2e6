import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Input } from 'antd'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { message } from '../../../../lib/announce.ts'
import { api } from '../../../../lib/api.ts'
import { describeError } from '../../../../lib/describe-error.ts'
import { useFormat } from '../../../../lib/format.ts'
import { useMinor } from '../../../../lib/minor.ts'
import { CanButton } from '../../../../ui/can.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Section } from '../../../../ui/section.tsx'
import { useSayRule } from '../../flow/public.ts'
import { orderStory } from '../../order-story/pages.ts'
import type { AccountModel, RuleProposal } from '../types.ts'
import { useText } from '../use-text.ts'
import { Samples } from './test-panel.tsx'

/** Rules that matches by hand speak for; nothing where there are none. */
export function Proposals({ model }: { readonly model: AccountModel }) {
  const text = useText().proposals
  const { data } = useQuery({
    ...api.accountModel.proposals.query({ params: { id: model.account_id } }),
    retry: false,
  })
  if (!data || data.content.length === 0) return null
  return (
    <Section title={text.title} text={text.intro}>
      {model.draft !== null && <Alert type="info" showIcon title={text.draft} />}
      <ul className="rm-proposals">
        {data.content.map(proposal => (
          <Proposal key={proposal.shape} model={model} proposal={proposal} />
        ))}
      </ul>
    </Section>
  )
}

interface Props {
  readonly model: AccountModel
  readonly proposal: RuleProposal
}

function Proposal({ model, proposal }: Props) {
  const all = useText()
  const text = all.proposals
  const { number } = useFormat()
  const says = useWords(model, proposal)
  const [isRejecting, setRejecting] = useState(false)
  const { effect, examples, rule } = proposal
  const refresh = useRefresh()
  const accept = useMutation({
    mutationFn: () =>
      api.accountModel.acceptProposal({
        params: { id: model.account_id, shape: proposal.shape },
        body: { contradicted: effect.contradicted },
      }),
    async onSuccess() {
      message.success(text.accepted)
      await refresh()
    },
    onError: error => message.error(describeError(error).message),
  })
  return (
    <li className="rm-proposal">
      <p className="rm-proposal-says">
        <strong>{all.rules.kinds[rule.kind]}</strong> {says}
      </p>
      <p className="sl-muted">
        {text.fromExamples(proposal.count)} · {text.place(proposal.place)} ·{' '}
        {examples.map(({ group, a, b }) => (
          <Link
            key={group}
            className="sl-number rm-proposal-example"
            to={orderStory.href({ search: { key: `g${group}` } })}
          >
            {`${a.join(' ')} ↔ ${b.join(' ')}`}
          </Link>
        ))}
      </p>
      <p>
        {text.effect(number(effect.gained), number(effect.right), number(effect.lost))} ·{' '}
        {text.proven(number(effect.proven / 100))}
      </p>
      <p className={effect.contradicted === 0 ? 'rm-good' : 'rm-bad'}>
        {effect.contradicted === 0 ? `✓ ${text.noConflict}` : `! ${text.conflict(number(effect.contradicted))}`}
      </p>
      <Samples samples={effect.samples} titleOf={() => ''} />
      <div className="rm-proposal-acts">
        {model.draft === null && (
          <CanButton
            {...(effect.contradicted === 0 ? { type: 'primary' as const } : { danger: true })}
            authority="reconciliation:update"
            loading={accept.isPending}
            onClick={() => accept.mutate()}
          >
            {effect.contradicted === 0 ? text.accept : text.acceptAnyway}
          </CanButton>
        )}
        <CanButton authority="reconciliation:update" onClick={() => setRejecting(true)}>
          {text.reject}
        </CanButton>
      </div>
      {isRejecting && (
        <Reject
          accountId={model.account_id}
          shape={proposal.shape}
          onDone={refresh}
          onClose={() => setRejecting(false)}
        />
      )}
    </li>
  )
}

function useRefresh(): () => Promise<void> {
  const client = useQueryClient()
  return () =>
    client.invalidateQueries({ predicate: ({ queryKey }) => ['accountModel', 'flow'].includes(String(queryKey[0])) })
}

/** What the rule says, in the words of the form that it would stand in. */
function useWords({ currency }: AccountModel, { rule, effect }: RuleProposal): string {
  const text = useText().proposals
  const say = useSayRule()
  const money = useMinor()
  const { number } = useFormat()
  const parts = [say(rule)]
  if (rule.kind === 'tolerance') {
    const currencies = effect.currencies.length > 0 ? effect.currencies : [currency]
    if (rule.tolerance_minor !== '0')
      parts.push(text.tolerance(currencies.map(each => `${money(rule.tolerance_minor, each)} ${each}`).join(' / ')))
    if (rule.tolerance_basis_points > 0) parts.push(text.points(number(rule.tolerance_basis_points / 100)))
    parts.push(text.item(rule.item))
  }
  if (rule.kind === 'window' || rule.kind === 'subset') parts.push(text.window(rule.before_hours, rule.after_hours))
  if (rule.kind === 'reference') parts.push(text.prefixes(rule.prefixes.join(', ')))
  return parts.join(' · ')
}

interface RejectProps {
  readonly accountId: string
  readonly shape: string
  onDone(): Promise<void>
  onClose(): void
}

function Reject({ accountId, shape, onDone, onClose }: RejectProps) {
  const text = useText().proposals
  const id = useId()
  const [reason, setReason] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.accountModel.rejectProposal({ params: { id: accountId, shape }, body: { reason } }),
    async onSuccess() {
      message.success(text.rejected)
      onClose()
      await onDone()
    },
  })
  return (
    <Dialog
      open
      width={480}
      title={text.rejectTitle}
      okText={text.reject}
      confirmLoading={isPending}
      onOk={() => mutate()}
      onCancel={onClose}
    >
      {error && <Alert type="error" showIcon title={describeError(error).message} />}
      <p>{text.rejectHint}</p>
      <label htmlFor={id}>{text.reason}</label>
      <Input.TextArea
        id={id}
        rows={2}
        maxLength={500}
        value={reason}
        onChange={event => setReason(event.target.value)}
      />
    </Dialog>
  )
}
