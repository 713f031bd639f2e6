import { Link } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { CopyText } from '../../../../ui/copy-text.tsx'
import { Section } from '../../../../ui/section.tsx'
import { marketDetail, marketPublisher } from '../pages.ts'
import type { Detail } from '../types.ts'
import { useText } from '../use-text.ts'
import { Rating, useErrorRate } from './market-card.tsx'

/** Who made it, how it does, what it holds, and others like it. */
export function DetailSide({ detail }: { readonly detail: Detail }) {
  const text = useText()
  const { number, time } = useFormat()
  const rate = useErrorRate()
  const kinds = Object.entries(Object.groupBy(detail.objects, ({ kind }) => kind))
  const facts = [
    {
      key: 'publisher',
      label: text.publisher,
      value: (
        <Link to={marketPublisher.href({ params: { id: detail.publisher_key || 'product' } })}>{detail.publisher}</Link>
      ),
    },
    { key: 'version', label: text.version, value: detail.version },
    { key: 'changed', label: text.changedAt, value: time(detail.changed_at) },
    { key: 'industry', label: text.industry, value: detail.industry || '–' },
    { key: 'licence', label: text.licence, value: detail.licence || '–' },
    { key: 'installs', label: text.installs, value: number(detail.installs) },
    { key: 'records', label: text.records, value: number(detail.records) },
    { key: 'errors', label: text.errorRate, value: rate(detail) },
    { key: 'rating', label: text.rating, value: <Rating of={detail} /> },
    { key: 'samples', label: text.samples, value: detail.samples === 0 ? '–' : text.samplesOf(number(detail.samples)) },
    {
      key: 'objects',
      label: text.objects,
      value: kinds.map(([kind, rows]) => (
        <div key={kind}>{`${sayKind(text.kinds, kind)} ${number(rows?.length ?? 0)}`}</div>
      )),
    },
    {
      key: 'key',
      label: text.key,
      value:
        detail.key === null ? (
          text.noKey
        ) : (
          <span className="mk-key">
            <CopyText isShown value={detail.key} label={text.key} />
          </span>
        ),
    },
  ]
  return (
    <>
      <Section title={text.facts}>
        <dl className="sl-facts">
          {facts.map(({ key, label, value }) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
      {detail.similar.length > 0 && (
        <Section title={text.similar}>
          <ul className="mk-list">
            {detail.similar.map(({ ref, title }) => (
              <li key={ref}>
                <Link to={marketDetail.href({ params: { id: ref } })}>{title}</Link>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

const sayKind = (kinds: Readonly<Record<string, string>>, kind: string): string => kinds[kind] ?? kind
