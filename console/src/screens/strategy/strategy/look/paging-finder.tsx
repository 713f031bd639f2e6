import { Button } from 'antd'
import { describeError } from '../../../../lib/describe-error.ts'
import { useLanguage } from '../../../../lib/i18n.ts'
import { useLookText } from '../texts/use-look-text.ts'
import type { SourceLookProps } from './look-props.ts'
import { useInferPaging } from './use-look.ts'

interface PagingFinderProps extends Pick<SourceLookProps, 'draft' | 'onOptions'> {
  /** What the answer says of more data, in its own words. */
  readonly sign: string
}

/** There is more than this page: the source is asked in the usual ways until one gives another page. */
export function PagingFinder({ draft, sign, onOptions }: PagingFinderProps) {
  const text = useLookText()
  const language = useLanguage()
  const { infer, data, error, isPending } = useInferPaging(draft)
  const found = data?.content
  return (
    <div className="st-look-note st-look-warn">
      <span>{found?.proposal ? text.inferred(found.proposal.seen) : text.more(sign)}</span>
      {found?.proposal ? (
        <Button size="small" type="primary" onClick={() => onOptions(found.proposal?.options ?? {})}>
          {text.use}
        </Button>
      ) : (
        <Button size="small" loading={isPending} onClick={infer}>
          {isPending ? text.inferring : text.infer}
        </Button>
      )}
      {found && !found.proposal && <p role="status">{text.notInferred}</p>}
      {error && <p role="alert">{describeError(error, language).message}</p>}
      {found && (
        <details>
          <summary>{text.tries}</summary>
          <ol>
            {found.tries.map(({ query, rows, finding }) => (
              <li key={query}>
                <code>{query || '–'}</code> {rows !== null && `${text.rowsOf(rows)} · `}
                {text.findings[finding]}
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  )
}
