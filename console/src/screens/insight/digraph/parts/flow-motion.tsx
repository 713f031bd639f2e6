import { useEffect, useRef } from 'react'
import { useMedia } from '../../../../lib/media.ts'
import { type Curve, pointAt } from '../flow-layout.ts'

export interface FlowMotionProps {
  readonly edges: readonly { readonly curve: Curve; readonly lately: number }[]
  readonly size: { readonly width: number; readonly height: number }
  readonly scale: number
}

/** More than this is no smoother to who watches, and twice the work. */
const FRAME_MS = 1000 / 30
const WAY_MS = 4000
const MOST_DOTS = 6

/** Dots along the strategies that write right now, one layer for all of them. Still where motion is not wanted. */
export function FlowMotion({ edges, size, scale }: FlowMotionProps) {
  const place = useRef<HTMLCanvasElement>(null)
  const wantsStill = useMedia('(prefers-reduced-motion: reduce)')
  const moving = edges.filter(({ lately }) => lately > 0)
  useEffect(() => {
    const canvas = place.current
    const context = canvas?.getContext('2d')
    if (!canvas || !context || wantsStill || moving.length === 0) return undefined
    const pixels = scale * devicePixelRatio
    const colour = getComputedStyle(canvas).color
    let frame = 0
    let drawnAt = 0
    const draw = (at: number) => {
      frame = requestAnimationFrame(draw)
      if (at - drawnAt < FRAME_MS) return
      drawnAt = at
      context.setTransform(pixels, 0, 0, pixels, 0, 0)
      context.clearRect(0, 0, size.width, size.height)
      context.fillStyle = colour
      for (const { curve, lately } of moving) {
        const dots = Math.min(MOST_DOTS, 1 + Math.floor(Math.log10(lately)))
        for (let dot = 0; dot < dots; dot++) {
          const [x, y] = pointAt(curve, (at / WAY_MS + dot / dots) % 1)
          context.beginPath()
          context.arc(x, y, 3.5, 0, Math.PI * 2)
          context.fill()
        }
      }
    }
    frame = requestAnimationFrame(draw)
    return () => {
      cancelAnimationFrame(frame)
      context.setTransform(1, 0, 0, 1, 0, 0)
      context.clearRect(0, 0, canvas.width, canvas.height)
    }
  }, [moving, size, scale, wantsStill])
  return (
    // A canvas takes no focus.
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: see above
    <canvas
      ref={place}
      className="db-motion"
      aria-hidden="true"
      width={Math.round(size.width * scale * devicePixelRatio)}
      height={Math.round(size.height * scale * devicePixelRatio)}
      style={{ width: size.width * scale, height: size.height * scale }}
    />
  )
}
