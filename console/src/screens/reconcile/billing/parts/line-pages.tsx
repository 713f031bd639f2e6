import { Button } from 'antd'
import { useText } from '../use-text.ts'

interface Props {
  /** The places behind the pages that were gone through. */
  readonly places: readonly string[]
  readonly next: string | null
  onChange(places: readonly string[]): void
}

/** Onward and back through a list that has places instead of page numbers. */
export function LinePages({ places, next, onChange }: Props) {
  const text = useText()
  return (
    <nav className="rb-pages" aria-label={text.pages}>
      <Button disabled={places.length === 0} onClick={() => onChange(places.slice(0, -1))}>
        {text.previous}
      </Button>
      <Button disabled={next === null} onClick={() => next !== null && onChange([...places, next])}>
        {text.next}
      </Button>
    </nav>
  )
}
