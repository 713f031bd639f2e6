import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sentences: Sentences = {
  'The broker refused the user name or the password.': 'O broker recusou o nome de usuário ou a senha.',
  'Check both; the user guest may sign in from the machine of the broker only.':
    'Verifique ambos; o usuário guest só pode entrar a partir da máquina do broker.',
  'The virtual host does not exist, or this user may not enter it.':
    'O host virtual não existe ou este usuário não pode entrar nele.',
  'Check its name, and give the user rights with rabbitmqctl set_permissions.':
    'Verifique o nome e dê permissões ao usuário com rabbitmqctl set_permissions.',
  'Another connection uses the queue exclusively.': 'Outra conexão usa a fila com exclusividade.',
  'End the other consumer, or use a queue of your own.': 'Encerre o outro consumidor ou use uma fila própria.',
  'The user lacks the right to do this.': 'O usuário não tem permissão para fazer isto.',
  'Give the user configure, read (source) and write (target) rights with rabbitmqctl set_permissions.':
    'Dê ao usuário permissões configure, read (origem) e write (destino) com rabbitmqctl set_permissions.',
  'The connection to the broker broke.': 'A conexão com o broker caiu.',
  'It is made again by itself; if this stays, look at the log of the broker.':
    'Ela é refeita sozinha; se persistir, consulte o log do broker.',
  'The port does not speak AMQP 0-9-1.': 'A porta não fala AMQP 0-9-1.',
  'RabbitMQ usually listens on 5672, and on 5671 for encrypted connections.':
    'RabbitMQ geralmente escuta na 5672 e, para conexões criptografadas, na 5671.',
  'There is no {name} in this virtual host.': 'Não existe {name} neste host virtual.',
  'The queue {queue} was deleted while it was read; what still waited in it is gone.':
    'A fila {queue} foi excluída durante a leitura; o que ainda aguardava nela se perdeu.',
  'Declare it again at the broker, have sent again what was lost, then start the strategy.':
    'Declare-a novamente no broker, peça o reenvio do que se perdeu e inicie a estratégia.',
  'Check the name, or declare it at the broker first.': 'Verifique o nome ou declare-o no broker primeiro.',
  'No queue took the message ({reason}).': 'Nenhuma fila recebeu a mensagem ({reason}).',
  'Bind a queue to the exchange for this routing key, then process the record again.':
    'Vincule uma fila à exchange para esta chave de roteamento e processe o registro novamente.',
  'The broker did not take the message; its queue may be full.':
    'O broker não recebeu a mensagem; a fila pode estar cheia.',
  'Look at the limits of the queue; the message is sent again by itself.':
    'Verifique os limites da fila; a mensagem é reenviada sozinha.',
  'The broker did not confirm the message, so it may be there or not.':
    'O broker não confirmou a mensagem, por isso ela pode estar lá ou não.',
  'Look for its message id in the queue, then confirm the record or process it again.':
    'Procure o id da mensagem na fila e depois confirme o registro ou processe-o novamente.',
  '{waiting} messages wait in {queue}. RabbitMQ counts every look at one as a delivery, so none is taken for a look.':
    'Há {waiting} mensagens em espera em {queue}. O RabbitMQ conta cada consulta como uma entrega; por isso nenhuma é retirada para visualização.',
  'Type the names of its fields into the mapping, or run the strategy: what it has read is shown from then on.':
    'Digite os nomes dos campos no mapeamento ou execute a estratégia: o que ela leu fica visível a partir daí.',
  'The exchange has no name.': 'A exchange não tem nome.',
  'Write exchange: and the name of the exchange, or the name of a queue.':
    'Escreva exchange: e o nome da exchange, ou o nome de uma fila.',
  RabbitMQ: 'RabbitMQ',
  'Takes messages from queues and acknowledges them once they are stored; publishes to queues and exchanges with confirms. What a queue drops by its own limits (x-max-length, times to live, deliveries of a quorum queue) its readers are not told: give it a dead letter exchange.':
    'Recebe mensagens de filas e as confirma depois de armazenadas; publica em filas e exchanges com confirmação. O que uma fila descarta por seus próprios limites (x-max-length, tempo de vida, entregas de uma fila quorum) não é dito aos leitores: dê-lhe uma dead letter exchange.',
  'Virtual host': 'Host virtual',
  'Usually /.': 'Geralmente /.',
  'Routing key': 'Chave de roteamento',
  'For an exchange (exchange:name); may hold fields, for example orders.{country}.':
    'Para uma exchange (exchange:nome); pode conter campos, por exemplo orders.{country}.',
  'Persistent messages': 'Mensagens persistentes',
  'They outlive a restart of the broker.': 'Sobrevivem a uma reinicialização do broker.',
  'The queue {queue} is a stream. It is read from places, not taken from, and this connector would miss what it holds.':
    'A fila {queue} é um stream: lê-se por posições, sem retirar, e este conector perderia o que ela já guarda.',
  'Bind a queue (classic or quorum) to the same exchange and read that.':
    'Vincule uma fila (clássica ou quorum) à mesma exchange e leia essa.',
  'The broker did not tell which limits the queue {queue} has; a user with the configure right on it may see them.':
    'O broker não disse quais limites a fila {queue} tem; um usuário com o direito configure sobre ela pode vê-los.',
  'The queue {queue} keeps {maxLength} messages at most and drops its oldest beyond that (x-max-length): what comes while nobody reads may be lost.':
    'A fila {queue} guarda no máximo {maxLength} mensagens e descarta as mais antigas além disso (x-max-length): o que chega enquanto ninguém lê pode se perder.',
  'The queue {queue} keeps {maxBytes} bytes at most and drops its oldest beyond that (x-max-length-bytes); the broker does not tell its readers when that happens.':
    'A fila {queue} guarda no máximo {maxBytes} bytes e descarta as mais antigas além disso (x-max-length-bytes); o broker não avisa seus leitores quando isso acontece.',
  'The queue {queue} refuses messages when it is full (x-overflow): senders that do not wait for a confirmation lose them.':
    'A fila {queue} recusa mensagens quando está cheia (x-overflow): remetentes que não esperam confirmação as perdem.',
  'The queue {queue} drops messages that have waited {messageSeconds} s (x-message-ttl).':
    'A fila {queue} descarta mensagens que esperaram {messageSeconds} s (x-message-ttl).',
  'The queue {queue} is deleted with its messages once nobody has read it for {queueSeconds} s (x-expires).':
    'A fila {queue} é excluída com suas mensagens quando ninguém a lê por {queueSeconds} s (x-expires).',
  'The queue {queue} drops a message that was delivered more than {deliveries} times and not acknowledged (x-delivery-limit).':
    'A fila {queue} descarta uma mensagem entregue mais de {deliveries} vezes sem confirmação (x-delivery-limit).',
  'What the queue {queue} drops goes to the exchange {exchange}, and is not read from here.':
    'O que a fila {queue} descarta vai para a exchange {exchange} e não é lido daqui.',
  'The queue {queue} is deleted with its messages when its last reader leaves (auto-delete).':
    'A fila {queue} é excluída com suas mensagens quando seu último leitor sai (auto-delete).',
  'The queue {queue} and its messages do not outlive a restart of the broker (not durable).':
    'A fila {queue} e suas mensagens não sobrevivem a um reinício do broker (não durável).',
  'Limits that a policy of the broker sets for the queue {queue} are not told to its readers; rabbitmqctl list_queues name policy shows which one holds.':
    'Limites que uma política do broker define para a fila {queue} não são ditos aos leitores; rabbitmqctl list_queues name policy mostra qual vale.',
  'The queue {queue} was full: {waiting} messages waited, it keeps {most} and drops its oldest. Some may be lost.':
    'A fila {queue} estava cheia: {waiting} mensagens esperavam, ela guarda {most} e descarta as mais antigas. Algumas podem ter se perdido.',
  '{waiting} messages wait in the queue {queue}, and the broker gives none of them: another reader comes first.':
    '{waiting} mensagens esperam na fila {queue}, e o broker não entrega nenhuma: outro leitor tem prioridade.',
  'End the other reader, or give this strategy a queue of its own.':
    'Encerre o outro leitor ou dê a esta estratégia uma fila própria.',
}
