/** Which confirmations were used up. */

/** A store of nonces, each spent at most once by any process that shares it. */
export interface SpentNonces {
  /**
   * Spends a nonce.
   *
   * @param nonce Text of at most 64 characters.
   * @param until Milliseconds since 1970 until which it must be remembered.
   * @returns False when it was spent before, or where nothing can be remembered: then nothing is authorised.
   * @throws ToolError when the store cannot be used: then nothing is authorised either, and the caller learns why.
   */
  spend(nonce: string, until: number): Promise<boolean>;
}
