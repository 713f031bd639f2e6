import { type RefObject, useEffect, useRef } from 'react'

/**
 * A table that is wider than its place is moved sideways by keyboard, too: where nothing in it takes the focus, its body does.
 * @param rows what is shown; a table without rows has no body
 */
export function useReachableScroll(rows: unknown): RefObject<HTMLDivElement | null> {
  const table = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const body = table.current?.querySelector<HTMLElement>('.ant-table-body')
    if (!body || !rows) return
    const look = () => {
      const isStuck = body.scrollWidth > body.clientWidth && !body.querySelector('a, button, input')
      if (isStuck) body.tabIndex = 0
      else body.removeAttribute('tabindex')
    }
    const observer = new ResizeObserver(look)
    observer.observe(body)
    if (body.firstElementChild) observer.observe(body.firstElementChild)
    return () => observer.disconnect()
  }, [rows])
  return table
}
