import { StarFilled } from '@ant-design/icons'
import { Button, Tag } from 'antd'
import { Link, useNavigate } from 'react-router'
import { useFormat } from '../../../../lib/format.ts'
import { marketDetail, marketPublisher } from '../pages.ts'
import type { Card } from '../types.ts'
import { useText } from '../use-text.ts'
import { PlatformPair } from './platform-pair.tsx'

/** One package: what connects what, what moves, how it does elsewhere, and the way in. */
export function MarketCard({ card }: { readonly card: Card }) {
  const text = useText()
  const { number } = useFormat()
  const navigate = useNavigate()
  const address = marketDetail.href({ params: { id: card.ref } })
  return (
    <article className="mk-card" aria-label={card.title}>
      <PlatformPair platforms={card.platforms} />
      <h2>
        <Link to={address}>{card.title}</Link>
      </h2>
      <p className="mk-summary">{card.summary}</p>
      <div className="mk-tags" lang="">
        {card.documents.slice(0, 5).map(document => (
          <Tag key={document}>{document}</Tag>
        ))}
        {card.documents.length > 5 && <Tag>+{number(card.documents.length - 5)}</Tag>}
      </div>
      <CardFigures card={card} />
      <div className="mk-line">
        <span className="sl-muted">
          <Link
            to={marketPublisher.href({ params: { id: card.publisher_key || 'product' } })}
            aria-label={text.ofPublisher(card.publisher)}
          >
            {card.publisher}
          </Link>{' '}
          · {card.version}
        </span>
        <span>
          <Tag>{card.source === '' ? text.origins[card.origin] : text.fromMarket(card.source)}</Tag>
          {card.installed > 0 && <Tag color="success">{text.installed(number(card.installed))}</Tag>}
        </span>
      </div>
      <Button type="primary" block aria-label={text.view(card.title)} onClick={() => void navigate(address)}>
        {card.installed > 0 ? text.installAgain : text.install}
      </Button>
    </article>
  )
}

/** Below the share of records that failed; none where nothing moved. */
export function useErrorRate(): (card: Pick<Card, 'records' | 'errors'>) => string {
  const { percent } = useFormat()
  return ({ records, errors }) => (Number(records) === 0 ? '–' : percent(Number(errors) / Number(records)))
}

function CardFigures({ card }: { readonly card: Card }) {
  const text = useText()
  const { number } = useFormat()
  const rate = useErrorRate()
  const figures = [
    { key: 'flows', label: text.flows, value: number(card.flows) },
    { key: 'installs', label: text.installs, value: number(card.installs) },
    { key: 'records', label: text.records, value: number(card.records) },
    { key: 'errors', label: text.errorRate, value: rate(card) },
  ]
  return (
    <>
      <dl className="mk-figures">
        {figures.map(({ key, label, value }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <span>
        <span className="sl-muted">{text.rating}</span> <Rating of={card} />
      </span>
    </>
  )
}

export function Rating({ of: { rating, reviews } }: { readonly of: Pick<Card, 'rating' | 'reviews'> }) {
  const text = useText()
  const { number } = useFormat()
  if (reviews === 0) return <span className="sl-muted">{text.notRated}</span>
  return (
    <span>
      <StarFilled className="mk-stars" aria-hidden /> {text.ratingOf(number(rating), number(reviews))}
    </span>
  )
}
