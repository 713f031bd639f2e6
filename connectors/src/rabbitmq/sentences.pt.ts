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
  'Paste an example message, or run the strategy: what it has read is shown from then on.':
    'Cole uma mensagem de exemplo ou execute a estratégia: o que ela leu fica visível a partir daí.',
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
}
