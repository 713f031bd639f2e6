import { Alert, Table, Tag } from 'antd'
import { useFormat } from '../../../../lib/format.ts'
import { Section } from '../../../../ui/section.tsx'
import type { Change, Effect, Plan, Problem } from '../types.ts'
import { useText } from '../use-text.ts'

/** Everything a plan says: what is in the way, what changes, what that does to stored records. */
export function PlanView({ plan }: { readonly plan: Plan }) {
  const text = useText()
  const { create, change, delete: gone, same } = plan.counts
  const isEmpty = create + change + gone === 0
  return (
    <>
      <Section title={text.result}>
        {plan.problems.length > 0 ? (
          <Alert type="error" showIcon title={text.problems(plan.problems.length)} />
        ) : (
          <Alert
            type={isEmpty ? 'success' : 'info'}
            showIcon
            title={isEmpty ? text.nothing : text.counts(create, change, gone, same)}
          />
        )}
      </Section>
      {plan.problems.length > 0 && <Problems rows={plan.problems} />}
      {plan.changes.some(isTold) && <Changes rows={plan.changes.filter(isTold)} />}
      {plan.unmeasured.length > 0 && (
        <Alert type="warning" showIcon title={text.unmeasured(plan.unmeasured.join(', '))} />
      )}
      {plan.effects.length > 0 && <Effects rows={plan.effects} />}
    </>
  )
}

const isTold = ({ act, notes }: Change): boolean => act !== 'same' || notes.length > 0

function Problems({ rows }: { readonly rows: readonly Problem[] }) {
  const text = useText()
  return (
    <Section title={text.problemList} isFlush>
      <Table
        size="small"
        pagination={rows.length > 50 && { pageSize: 50 }}
        scroll={{ x: 'max-content' }}
        rowKey={(row, index) => `${row.file} ${row.line} ${index}`}
        dataSource={[...rows]}
        columns={[
          {
            key: 'place',
            title: text.place,
            render: (_, { file, line }) => <code>{file === '' ? '–' : `${file}:${line}`}</code>,
          },
          {
            key: 'field',
            title: text.field,
            render: (_, { field }) => (field === '' ? text.wholeRecord : <code>{field}</code>),
          },
          { key: 'message', title: text.message, dataIndex: 'message' },
        ]}
      />
    </Section>
  )
}

const COLOURS = { create: 'success', change: 'warning', delete: 'error', same: 'default' } as const

export interface ChangesProps {
  readonly rows: readonly Change[]
  /** Default: changes. */
  readonly title?: string
}

export function Changes({ rows, title }: ChangesProps) {
  const text = useText()
  return (
    <Section title={title ?? text.changes} isFlush>
      <Table
        size="small"
        pagination={rows.length > 50 && { pageSize: 50 }}
        scroll={{ x: 'max-content' }}
        rowKey={row => `${row.kind} ${row.key}`}
        dataSource={[...rows]}
        expandable={{
          rowExpandable: row => row.fields.length > 0,
          expandedRowRender: row => <Fields change={row} />,
        }}
        columns={[
          {
            key: 'act',
            title: text.act,
            width: 100,
            render: (_, { act }) => <Tag color={COLOURS[act]}>{text.acts[act]}</Tag>,
          },
          { key: 'kind', title: text.type, width: 140, render: (_, { kind }) => text.kind[kind] },
          {
            key: 'key',
            title: text.object,
            render: (_, { key, name, notes }) => (
              <>
                <code>{key}</code> {name !== key && !key.endsWith(`/${name}`) && name}
                {notes.map(note => (
                  <div key={note} className="sl-muted">
                    {note}
                  </div>
                ))}
              </>
            ),
          },
          { key: 'count', title: text.details, width: 120, align: 'right', dataIndex: 'field_count' },
        ]}
      />
    </Section>
  )
}

const show = (value: string | null) => <code>{value ?? '∅'}</code>

function Fields({ change }: { readonly change: Change }) {
  const text = useText()
  const hidden = change.field_count - change.fields.length
  return (
    <>
      <Table
        size="small"
        pagination={false}
        scroll={{ x: 'max-content', y: 400 }}
        rowKey="path"
        dataSource={[...change.fields]}
        columns={[
          { key: 'path', title: text.field, render: (_, { path }) => <code>{path}</code> },
          { key: 'before', title: text.before, render: (_, { before }) => show(before) },
          { key: 'after', title: text.after, render: (_, { after }) => show(after) },
        ]}
      />
      {hidden > 0 && <p className="sl-muted">{text.more(hidden)}</p>}
    </>
  )
}

export function Effects({ rows }: { readonly rows: readonly Effect[] }) {
  const text = useText()
  return (
    <Section title={text.effects} text={text.effectsText} isFlush>
      {rows.map(row => (
        <EffectOf key={row.strategy} effect={row} />
      ))}
    </Section>
  )
}

const TONES = { changed: 'warning', refused: 'error', mended: 'success', dropped: 'warning' } as const

function EffectOf({ effect }: { readonly effect: Effect }) {
  const text = useText()
  const format = useFormat()
  const counts = (['changed', 'refused', 'mended', 'dropped'] as const).filter(name => effect[name] > 0)
  return (
    <section aria-label={effect.name} className="sl-section-body">
      <h3>
        <code>{effect.strategy}</code> {effect.name}
      </h3>
      <p>
        {text.effect(format.number(effect.records), format.number(Number(effect.total)))}{' '}
        {counts.map(name => (
          <Tag key={name} color={TONES[name]}>
            {text[name]} {format.number(effect[name])}
          </Tag>
        ))}
      </p>
      {effect.gone > 0 && <p className="sl-muted">{text.gone(format.number(effect.gone))}</p>}
      {effect.fields.length > 0 && (
        <Table
          size="small"
          pagination={false}
          scroll={{ x: 'max-content' }}
          rowKey="field"
          dataSource={[...effect.fields]}
          columns={[
            { key: 'field', title: text.field, render: (_, { field }) => <code>{field}</code> },
            { key: 'records', title: text.count, align: 'right', dataIndex: 'records' },
            { key: 'key', title: text.example, render: (_, { key }) => <code>{key}</code> },
            { key: 'before', title: text.before, render: (_, { before }) => show(before) },
            {
              key: 'after',
              title: text.after,
              render: (_, { after, message }) => (message === '' ? show(after) : message),
            },
          ]}
        />
      )}
    </section>
  )
}
