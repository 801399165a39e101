import { asksAccount } from "../ask_account.ts";
import { boostServer } from "./boost_server.ts";

/** Sent once. */
export default asksAccount(boostServer, { endpoint: "amfetamina" });
