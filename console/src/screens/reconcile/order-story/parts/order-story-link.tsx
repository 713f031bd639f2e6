import { Link } from 'react-router'
import { orderStory } from '../pages.ts'
import { useText } from '../use-text.ts'

/** From a line or a match (`a12`, `b7`, `g3`) to the money of its order. */
export function OrderStoryLink({ subject }: { readonly subject: string }) {
  const text = useText()
  return <Link to={orderStory.href({ search: { key: subject } })}>{text.open}</Link>
}
