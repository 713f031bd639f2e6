import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { defineTexts } from '../../../lib/i18n.ts'
import { Exception, type ExceptionProps } from '../../../ui/exception.tsx'

const useText = defineTexts({ home: '回到工作台' }, { home: 'To the workplace' })

/** An exception as a page of its own, with the way home. */
export function ExceptionPage({ status }: Pick<ExceptionProps, 'status'>) {
  const text = useText()
  const navigate = useNavigate()
  return (
    <Exception
      status={status}
      action={
        <Button type="primary" onClick={() => navigate('/')}>
          {text.home}
        </Button>
      }
    />
  )
}
