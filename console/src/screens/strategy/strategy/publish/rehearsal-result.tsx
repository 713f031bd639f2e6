import { Alert, Table } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { Empty } from '../../../../ui/empty.tsx'
import { dataDetail } from '../pages.ts'
import { usePublishText } from '../texts/use-publish-text.ts'
import { DifferenceList } from './difference-list.tsx'
import type { Rehearsal } from './rehearsal.ts'
import { Value } from './value.tsx'

const TONES: Readonly<Record<string, string>> = {
  same: 'sl-figure-good',
  changed: 'sl-figure-warn',
  refused: 'sl-figure-bad',
  filtered: 'sl-figure-warn',
}

/** What would be written beside what was: sums, then record by record. */
export function RehearsalResult({ rehearsal }: { readonly rehearsal: Rehearsal }) {
  const text = usePublishText().rehearsal
  const format = useFormat()
  const { kinds, examined, compares, beyond, is_current, published_version, is_cut, max_records } = rehearsal
  const isPlain = examined > 0 && kinds.same + kinds.stillRefused === examined
  return (
    <>
      {!is_current && published_version === null && (
        <Alert type="warning" showIcon title={compares ? text.outdatedChange : text.outdated} />
      )}
      {is_cut && <Alert type="info" showIcon title={text.isCut(format.number(max_records))} />}
      {beyond.length > 0 && <Alert type="warning" showIcon title={text.beyond(format.list(beyond))} />}
      {examined === 0 && <Empty isSmall title={text.empty} />}
      {examined > 0 && (
        <dl className="st-kinds">
          <div>
            <dt>{text.examined}</dt>
            <dd>{format.number(examined)}</dd>
          </div>
          {Object.entries(text.kinds).map(([kind, name]) => {
            const count = kinds[kind as keyof Rehearsal['kinds']] // the texts are keyed by it
            return (
              <div key={kind}>
                <dt>{name}</dt>
                <dd className={count > 0 ? TONES[kind] : ''}>{format.number(count)}</dd>
              </div>
            )
          })}
        </dl>
      )}
      {isPlain && <Alert type="success" showIcon title={compares ? text.nothingElse : text.nothing} />}
      <Fields rehearsal={rehearsal} />
      <Causes rehearsal={rehearsal} />
      {rehearsal.kept > 0 && <DifferenceList rehearsal={rehearsal} />}
    </>
  )
}

type Example = Rehearsal['fields'][number]['examples'][number]

/** null, missing and "" are three things, and none of them stands for a value. */
const kindOf = (text: string | null): string =>
  text === null ? 'missing' : text === 'null' || text === '""' ? text : 'value'
const shapeOf = ({ before, after }: Example): string => `${kindOf(before)} ${kindOf(after)}`

/** The first example, and one of each other shape below it. */
const stack = (examples: readonly Example[], render: (example: Example) => ReactNode) =>
  examples
    .filter((example, at) => examples.findIndex(other => shapeOf(other) === shapeOf(example)) === at)
    .map(example => <div key={example.record_id}>{render(example)}</div>)

function Fields({ rehearsal: { fields, strategy_id, compares } }: { readonly rehearsal: Rehearsal }) {
  const text = usePublishText().rehearsal
  const words = usePublishText().differences
  const format = useFormat()
  if (fields.length === 0) return null
  return (
    <>
      <h3>{text.fields}</h3>
      <Table
        aria-label={text.fields}
        size="small"
        rowKey="field"
        dataSource={[...fields]}
        pagination={fields.length > 10 ? { pageSize: 10 } : false}
        scroll={{ x: 'max-content' }}
        columns={[
          { title: text.field, dataIndex: 'field' },
          { title: text.records, dataIndex: 'count', render: (count: number) => format.number(count) },
          {
            title: text.example,
            render: (_, { examples }) =>
              stack(examples, example => <Where strategyId={strategy_id} example={example} />),
          },
          {
            title: compares ? words.today : words.before,
            render: (_, { examples }) => stack(examples, ({ before }) => <Value text={before} />),
          },
          {
            title: compares ? words.afterwards : words.after,
            render: (_, { examples }) => stack(examples, ({ after }) => <Value text={after} />),
          },
        ]}
      />
    </>
  )
}

function Causes({ rehearsal: { causes, strategy_id } }: { readonly rehearsal: Rehearsal }) {
  const text = usePublishText().rehearsal
  const format = useFormat()
  if (causes.length === 0) return null
  return (
    <>
      <h3>{text.causes}</h3>
      <Table
        aria-label={text.causes}
        size="small"
        rowKey={({ field, code }) => `${code} ${field}`}
        dataSource={[...causes]}
        pagination={causes.length > 10 ? { pageSize: 10 } : false}
        scroll={{ x: 'max-content' }}
        columns={[
          { title: text.field, dataIndex: 'field' },
          { title: text.reason, dataIndex: 'message' },
          { title: text.records, dataIndex: 'count', render: (count: number) => format.number(count) },
          {
            title: text.example,
            render: (_, { examples: [example] }) => example && <Where strategyId={strategy_id} example={example} />,
          },
        ]}
      />
    </>
  )
}

const Where = ({ strategyId, example }: { readonly strategyId: string; readonly example: Example }) => (
  <Link to={dataDetail.href({ params: { strategy: strategyId, id: example.record_id } })}>{example.key}</Link>
)
