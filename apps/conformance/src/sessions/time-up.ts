/** Nothing more is sent: the budget's time is up. */
export class TimeUp extends Error {
  override readonly name = 'TimeUp'
}
