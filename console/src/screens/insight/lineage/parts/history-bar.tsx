import { CaretRightOutlined, PauseOutlined } from '@ant-design/icons'
import { Button, Segmented, Slider, Tooltip } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { useFormat } from '../../../../lib/format.ts'
import { useMedia } from '../../../../lib/media.ts'
import { dayIn, sumAt } from '../model.ts'
import type { Picture } from '../types.ts'
import { useText } from '../use-text.ts'

export interface HistoryBarProps {
  readonly picture: Picture
  readonly day: string | undefined
  readonly frame: number | null
  onFrame(frame: number | null): void
  onDay(day: string | undefined): void
}

const speeds = { slow: 2000, normal: 1000, fast: 400 } as const
type Speed = keyof typeof speeds

/** Goes over days, or over the hours of one, by hand or by itself. */
export function HistoryBar({ picture, day, frame, onFrame, onDay }: HistoryBarProps) {
  const text = useText()
  const { number, shortTime } = useFormat()
  const wantsStill = useMedia('(prefers-reduced-motion: reduce)')
  const [isPlaying, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<Speed>('normal')
  const last = picture.frames.length - 1
  const at = frame ?? last
  const step = useEffectEvent(() => {
    if (at >= last) setPlaying(false)
    else onFrame(at + 1)
  })
  const isMoving = isPlaying && !wantsStill
  useEffect(() => {
    if (!isMoving) return undefined
    const timer = setInterval(step, speeds[speed])
    return () => clearInterval(timer)
  }, [isMoving, speed])
  const play = () => {
    // From the beginning, where the end was reached.
    if (!isPlaying && at >= last) onFrame(0)
    setPlaying(!isPlaying)
  }
  const nameOf = (index: number): string => {
    const start = picture.frames[index]
    if (start === undefined) return ''
    return day === undefined ? dayIn(start, picture.time_zone) : shortTime(start)
  }
  const leave = (to: string | undefined) => {
    setPlaying(false)
    onFrame(null)
    onDay(to)
  }
  const sum = sumAt(picture, at)
  const chosen = picture.frames[at]
  return (
    // biome-ignore lint/a11y/useSemanticElements: no fieldset
    <div className="ln-history" role="group" aria-label={text.history}>
      <div className="ln-controls">
        <Tooltip title={wantsStill ? text.still : undefined}>
          <Button
            icon={isMoving ? <PauseOutlined /> : <CaretRightOutlined />}
            disabled={wantsStill || last < 1}
            onClick={play}
          >
            {isMoving ? text.pause : text.play}
          </Button>
        </Tooltip>
        <Segmented<Speed>
          aria-label={text.speed}
          value={speed}
          options={(['slow', 'normal', 'fast'] as const).map(value => ({ value, label: text.speeds[value] }))}
          onChange={setSpeed}
        />
        {frame !== null && day === undefined && <Button onClick={() => leave(undefined)}>{text.toNow}</Button>}
        {day === undefined && frame !== null && chosen !== undefined && (
          <Button onClick={() => leave(dayIn(chosen, picture.time_zone))}>{text.hours}</Button>
        )}
        {day !== undefined && <Button onClick={() => leave(undefined)}>{text.days}</Button>}
      </div>
      {last >= 0 && (
        <div className="ln-slider">
          <Slider
            min={0}
            max={Math.max(last, 1)}
            value={at}
            disabled={last < 1}
            ariaLabelForHandle={text.slider}
            ariaValueTextFormatterForHandle={value => nameOf(value)}
            tooltip={{ formatter: value => nameOf(value ?? 0) }}
            onChange={value => {
              setPlaying(false)
              onFrame(Math.min(value, last))
            }}
          />
          <span className="ln-ends" aria-hidden="true">
            <span>{nameOf(0)}</span>
            <span>{nameOf(last)}</span>
          </span>
        </div>
      )}
      {wantsStill && <p className="sl-muted">{text.still}</p>}
      <p role="status" aria-live={isMoving ? 'off' : 'polite'} className="ln-sum">
        {frame === null ? (
          text.now
        ) : (
          <>
            <strong>{nameOf(at)}</strong>{' '}
            {text.sum(number(sum.written), number(sum.errors), number(sum.active), number(sum.rest))}
          </>
        )}
      </p>
    </div>
  )
}
