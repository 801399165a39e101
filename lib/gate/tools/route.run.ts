import { runs } from "../../core/tool.ts";
import { chooseInOrders } from "../model/orders.ts";
import { route } from "./route.ts";

/** Above this the model's choices were found unreliable by those who trained it. */
const MANY = 10;

/** Asks for one tool, in as many orders as wanted. */
export default runs(route, async ({ state, tools, orders = 1, server }, context) => {
  const question = "route_choice" as const;
  const text = "Which one of the options is the right tool for the following state?";
  const chosen = await chooseInOrders(
    { id: question, text, options: tools },
    context,
    { state, server, orders },
  );
  return {
    question,
    state,
    tools,
    tool: tools[chosen.choice] ?? "",
    orders,
    ...(tools.length > MANY
      ? { warning: `${tools.length} tools were offered; beyond ${MANY} a choice is unreliable: offer fewer` }
      : {}),
    ...chosen,
  };
});
