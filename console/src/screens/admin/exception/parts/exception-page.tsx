import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useWords } from '../../../../lib/i18n.ts'
import { Exception, type ExceptionProps } from '../../../../ui/exception.tsx'

const home = { zh: '回到工作台', en: 'To the workplace' }

/** An exception as a page of its own, with the way home. */
export function ExceptionPage({ status }: Pick<ExceptionProps, 'status'>) {
  const say = useWords()
  const navigate = useNavigate()
  return (
    <Exception
      status={status}
      action={
        <Button type="primary" onClick={() => navigate('/')}>
          {say(home)}
        </Button>
      }
    />
  )
}
