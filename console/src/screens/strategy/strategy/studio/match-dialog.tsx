import type { FieldSpec, MappingField } from '@sluice/contract'
import { useQuery } from '@tanstack/react-query'
import { Table } from 'antd'
import { useState } from 'react'
import { api } from '../../../../lib/api.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Empty } from '../../../../ui/empty.tsx'
import { FirstField } from '../../../../ui/first-field.tsx'
import { useStudioText } from '../texts/use-studio-text.ts'
import type { Draft } from '../types.ts'
import { describeValue } from './field-tree-model.ts'
import { type Proposal, proposeMatches, takeProposals } from './match-model.ts'
import { TRANSLATION } from './trade-words.ts'

export interface MatchDialogProps {
  readonly draft: Draft
  readonly strategyId: string | undefined
  readonly fields: readonly MappingField[]
  readonly source: readonly FieldSpec[]
  readonly target: readonly FieldSpec[]
  onTake(fields: MappingField[], count: number): void
  onClose(): void
}

/** What could fill the empty fields, each with the reason; ticked ones are taken together. */
export function MatchDialog({ draft, strategyId, fields, source, target, onTake, onClose }: MatchDialogProps) {
  const words = useStudioText()
  const text = words.match
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const past = usePast(draft, strategyId)
  const proposals = past.isLoading
    ? []
    : proposeMatches(fields, source, target, past.data?.content ?? [], [TRANSLATION])
  const taken = proposals.filter(proposal => !left.has(proposal.key))
  const reasonOf = ({ reason, told }: Proposal) => text.reasons[reason](told)
  return (
    <Dialog
      open
      width={860}
      title={text.title}
      okText={text.take(taken.length)}
      cancelText={words.cancel}
      okButtonProps={{ disabled: taken.length === 0 }}
      onOk={() => onTake(takeProposals(fields, taken), taken.length)}
      onCancel={onClose}
    >
      <p>{text.text}</p>
      {!past.isLoading && <FirstField />}
      {!past.isLoading && proposals.length === 0 ? (
        <Empty isSmall title={text.none} />
      ) : (
        <Table<Proposal>
          size="small"
          rowKey="key"
          loading={past.isLoading}
          dataSource={proposals}
          pagination={false}
          scroll={{ y: 420 }}
          rowSelection={{
            selectedRowKeys: taken.map(proposal => proposal.key),
            onChange: keys => setLeft(new Set(proposals.map(each => each.key).filter(key => !keys.includes(key)))),
            getCheckboxProps: ({ name }) => ({ 'aria-label': name }),
          }}
          columns={[
            {
              title: text.field,
              render: (_, { name, label }) => (
                <>
                  {name} <small className="sl-muted">{label}</small>
                </>
              ),
            },
            {
              title: text.value,
              render: (_, { value, lookup, name }) => (
                <code>{describeValue({ target: name, value, ...(lookup ? { lookup } : {}) })}</code>
              ),
            },
            {
              title: text.reason,
              render: (_, proposal) => (
                <>
                  {reasonOf(proposal)}
                  {proposal.isDoubtful && <span className="st-required">{text.doubtful}</span>}
                </>
              ),
            },
          ]}
        />
      )}
    </Dialog>
  )
}

function usePast({ source, target }: Draft, strategyId: string | undefined) {
  return useQuery({
    ...api.strategyMapping.past.query({
      body: {
        source: { connector_id: source.connector_id ?? '', resource: source.resource ?? '' },
        target: { connector_id: target.connector_id ?? '', resource: target.resource ?? '' },
        ...(strategyId === undefined ? {} : { strategy_id: strategyId }),
      },
    }),
    enabled: source.connector_id !== null && target.connector_id !== null,
    staleTime: 60_000,
  })
}
