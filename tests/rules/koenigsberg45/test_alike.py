"""What stands alike in both books: the second edition's tests of it, played with the first edition's rules.

A test that does not hold in the first edition is named with what is otherwise there; it has its own tests.
"""

from __future__ import annotations

from tests.rules.koenigsberg import (
    test_02_action_chits,
    test_02_barrage,
    test_02_chits,
    test_02_events,
    test_02_fog,
    test_03_sequence,
    test_04_command,
    test_05_zones,
    test_06_movement,
    test_06_roads_and_rails,
    test_07_stacking,
    test_08_reinforcements,
    test_09_advance,
    test_09_combat,
    test_09_losses,
    test_09_odds,
    test_09_preview,
    test_09_results,
    test_09_retreat,
    test_09_shelter,
    test_09_stacks_retreating,
    test_10_supply,
    test_11_headquarters,
    test_11_held_corps,
    test_11_hipper,
    test_11_replacements,
    test_11_volkssturm,
    test_12_air_attack,
    test_12_air_recovery,
    test_13_victory,
    test_14_options,
    test_asking,
    test_edited_positions,
    test_prompts,
    test_refusals,
)
from tests.rules.koenigsberg45.alike import alike, first_edition

__all__ = ["first_edition"]

globals().update(
    alike(
        test_02_action_chits,
        {
            "0.7: action chits lapse with the activations of their side": """
                test_while_a_command_chit_can_still_activate_an_hq_action_chits_are_drawn_and_work
            """,
            "RET.5: the event brings refugees onto the map": """
                test_the_event_happens_before_the_next_draw
            """,
            "0.7c: trains burn fuel too": """
                test_rail_movement_needs_no_gas
            """,
            "0.7e, 6.0e: the corps comes back whole, and by rail": """
                test_leaving_and_coming_back_in_one_turn_gives_the_chit_another_chance
                test_the_corps_can_be_activated_in_the_turn_it_returns
                test_only_survivors_return_even_the_hq_alone
                test_without_its_hq_the_corps_brings_no_chit
                test_a_corps_destroyed_before_its_withdrawal_never_returns
            """,
            "2.2b: there are no dual units": """
                test_a_withdrawn_corps_gets_no_replacements
            """,
        },
    )
)
globals().update(
    alike(
        test_02_barrage,
        {
            "0.7a, 1.0a: barrages are reckoned at 3-1, lines count, and the range is two": """
                test_the_attack_is_made_at_2_1
                test_a_barrage_is_weighed_part_by_part_whether_somebody_fires_or_not
                test_the_same_hex_is_not_hit_twice
                test_a_city_shifts_and_settlements_change_the_result
                test_lines_do_not_count
                test_the_preview_of_a_barrage
                test_a_barrage_tells_nothing_of_an_attackers_loss
                test_only_the_defender_is_hurt
                test_the_german_rolls_two_dice_first_then_each_soviet_front
                test_targets_lie_at_most_two_hexes_from_an_observer
                test_the_combat_die_is_reduced_by_one_and_never_below_one
            """,
        },
    )
)
globals().update(alike(test_02_chits))
globals().update(
    alike(
        test_02_events,
        {
            "6.0e: reinforcements may come by rail, and their owner says where": """
                test_12_19th_army_comes_early_at_f_moves_and_can_be_drawn
            """,
            "RET.5, RET.9: refugees come onto the map": """
                test_5_and_9_refugees_slow_the_next_hq
                test_5_and_9_refugees_stop_strategic_but_not_rail_movement
                test_5_refugees_cost_one_point_after_isolation_has_halved_them
                test_5_a_chit_beyond_the_limit_does_not_meet_the_refugees
                test_5_refugees_slow_one_hq_of_either_side_and_only_that
                test_5_refugees_keep_only_the_slowed_from_strategic_movement
            """,
            "RET.7: there is no such event": """
                test_7_an_atrocity_adds_one_volkssturm
            """,
            "RET.10: Stalin costs the front all its activations": """
                test_10_stalin_costs_a_front_two_activations
            """,
        },
    )
)
globals().update(
    alike(
        test_02_fog,
        {
            "5.1a: a stack may be too full, and pays for it": """
                test_an_attack_on_a_veiled_stack_is_weighed_at_worst_and_at_best
            """,
        },
    )
)
globals().update(
    alike(
        test_03_sequence,
        {
            "1.0: the phases have another order, and refugees one of their own": """
                test_the_phases_follow_one_another
                test_no_soviet_reinforcement_is_placed_before_the_germans_have_moved_theirs
                test_replacements_come_after_reinforcements_and_before_volkssturm
            """,
        },
    )
)
globals().update(
    alike(
        test_04_command,
        {
            "2.2b: units that have lost their HQ are independent, and there are no dual ones": """
                test_army_group_lends_no_unit_of_a_corps
                test_without_their_hq_units_are_frozen_but_dual_ones_are_not
            """,
        },
    )
)
globals().update(
    alike(
        test_05_zones,
        {
            "7.4a: lakes are frozen": """
                test_no_zone_into_water_or_over_a_water_side
            """,
        },
    )
)
globals().update(
    alike(
        test_06_movement,
        {
            "4.6: a train may leave an enemy zone": """
                test_who_cannot_set_out_reaches_nothing
            """,
            "7.4a: lakes are frozen": """
                test_neither_into_water_nor_over_a_water_side
            """,
        },
    )
)
globals().update(
    alike(
        test_06_roads_and_rails,
        {
            "4.6: a train may leave an enemy zone": """
                test_rail_movement_starts_on_a_railway_outside_zones_and_stays_on_it
            """,
        },
    )
)
globals().update(alike(test_07_stacking))
globals().update(
    alike(
        test_08_reinforcements,
        {
            "6.0e, 5.1a: reinforcements may come by rail, and over-stacking is punished when the phase ends": """
                test_a_closed_entry_hex_sends_them_along_the_edge
                test_where_on_the_edge_they_may_not_enter
                test_what_cannot_enter_anywhere_is_lost
            """,
        },
    )
)
globals().update(
    alike(
        test_09_advance,
        {
            "9.2: retreats lead towards supply, by fewer ways than the compass leaves": """
                test_attackers_that_had_to_retreat_do_not_advance
            """,
            "10.1: two hexes only after a retreat": """
                test_two_hexes_also_when_the_defender_is_eliminated
            """,
            "12.8: only the HQ is held back": """
                test_a_corps_held_back_does_not_advance_out_of_its_hqs_range
            """,
        },
    )
)
globals().update(
    alike(
        test_09_combat,
        {
            "7.4a: lakes are frozen": """
                test_nobody_attacks_over_a_side_all_of_water
            """,
        },
    )
)
globals().update(
    alike(
        test_09_losses,
        {
            "9.0c: the owner chooses who pays for a zone": """
                test_attackers_driven_into_a_zone_lose_a_step_of_the_one_that_attacks_best
            """,
            "8.1, 9.1: lines shelter nobody": """
                test_a_town_behind_a_defence_line_ignores_the_first_step_and_every_retreat
                test_a_preview_says_what_the_defender_is_spared
            """,
            "8.1: a town or city spares attackers a step too": """
                test_attackers_in_a_town_lose_the_first_step
            """,
            "12.1c(2): an attacker's HQ is not lost with its stack": """
                test_an_attackers_hq_is_lost_with_all_of_its_stack
            """,
        },
    )
)
globals().update(alike(test_09_odds))
globals().update(alike(test_09_preview))
globals().update(
    alike(
        test_09_results,
        {
            "8.1, 9.1: lines shelter nobody": """
                test_the_star_falls_due_where_a_settlement_or_line_cancels_the_retreat
            """,
            "9.2: retreats lead towards supply, by fewer ways than the compass leaves": """
                test_a_defender_destroyed_in_his_retreat_has_retreated
            """,
        },
    )
)
globals().update(
    alike(
        test_09_retreat,
        {
            "9.2: retreats lead towards supply, by fewer ways than the compass leaves": """
                test_the_owner_retreats_his_units_the_defender_first
                test_units_do_not_retreat_through_enemies
                test_a_retreating_unit_may_overrun_a_lone_hq_but_need_not
                test_nobody_need_overrun_an_hq_to_keep_out_of_zones
                test_a_unit_without_attack_strength_overruns_nobody
                test_a_lone_hq_is_no_enemy_in_the_way_only_in_the_wrong_direction
                test_each_hex_leads_farther_away
                test_a_retreat_cut_short_goes_as_far_as_it_can
                test_hexes_not_retreated_cost_steps_by_the_rule_on_length
                test_the_fewest_zone_hexes_even_against_the_direction
                test_germans_retreat_north_or_west_soviets_south_or_east
                test_a_retreat_enters_every_hex_on_its_way
                test_an_hq_that_might_be_overrun_does_not_measure_the_other_ways
            """,
            "9.0b, 9.0c: the owner chooses who pays for a retreat": """
                test_each_zone_hex_costs_the_stack_one_step_in_all_from_the_strongest
                test_a_retreating_attacker_loses_from_the_highest_attack
                test_friends_do_not_cancel_the_zone_and_groups_pay_apart
                test_the_wrong_direction_costs_nothing_if_there_is_no_other
                test_attackers_thrown_back_into_a_zone_pay_as_attackers
            """,
        },
    )
)
globals().update(
    alike(
        test_09_shelter,
        {
            "8.1: a town or city spares attackers a step too": """
                test_attackers_in_settlements_ignore_the_first_hex_too
            """,
            "9.1: lines shelter nobody": """
                test_an_immobile_unit_behind_a_defence_line_ignores_every_hex
                test_option_immobile_behind_lines
                test_where_the_immobile_lose_those_with_them_still_hold_the_line
                test_where_the_immobile_lose_a_settlement_behind_a_line_spares_them_the_first_hex
                test_the_star_counts_if_the_line_cancelled_the_retreat_not_if_a_step_was_paid
                test_germans_behind_a_festung_ignore_the_first_hex
                test_germans_behind_a_defence_line_ignore_every_retreat
                test_one_attacker_past_the_line_spoils_it
                test_a_town_or_city_behind_a_festung_ignores_every_retreat
                test_a_village_behind_a_festung_counts_as_the_festung_alone
                test_where_only_the_immobile_pay_the_others_are_not_asked_how_they_retreat
            """,
        },
    )
)
globals().update(
    alike(
        test_09_stacks_retreating,
        {
            "9.2: retreats lead towards supply, by fewer ways than the compass leaves": """
                test_a_stack_retreats_together_or_apart
                test_an_hq_retreats_with_the_units_of_its_stack
                test_an_hq_stays_or_goes_on_with_a_unit_but_not_alone
                test_after_a_unit_has_gone_on_the_hq_left_behind_goes_on_too_if_it_finds_another
                test_who_dies_on_the_way_does_not_hold_up_the_rest
            """,
            "5.1a: over-stacking after a retreat is punished when the phase ends": """
                test_a_unit_without_room_goes_one_hex_farther
                test_of_two_arrivals_one_goes_on_if_there_is_room_for_one
                test_a_unit_that_finds_no_room_is_eliminated
            """,
        },
    )
)
globals().update(
    alike(
        test_10_supply,
        {
            "11.3c: units want what their HQ wants": """
                test_both_sides_hqs_too_are_checked_in_the_supply_phase
                test_an_hq_without_supply_does_not_take_its_formation_with_it
            """,
            "11.1: a line runs over any hexes, any number of them": """
                test_four_hexes_of_any_terrain_reach_the_line_a_fifth_does_not
                test_option_supply_lines
            """,
        },
    )
)
globals().update(
    alike(
        test_11_headquarters,
        {
            "2.2b: units that have lost their HQ are independent": """
                test_units_that_lost_their_hq_never_move_again
            """,
            "12.1c(1): an HQ needs company of its own": """
                test_a_unit_of_its_own_anywhere_keeps_it
                test_another_fronts_independents_and_other_armies_do_not_count
                test_the_check_comes_when_replacements_are_over
            """,
            "12.4c: a rebuilt unit does not move": """
                test_rebuilt_units_overrun_in_their_move
            """,
        },
    )
)
globals().update(
    alike(
        test_11_held_corps,
        {
            "12.8: only the HQs are held back, and no turn releases them": """
                test_its_units_stay_within_its_range
                test_both_are_free_from_the_beginning_of_turn_six
                test_a_unit_that_cannot_come_back_into_its_range_does_not_move
                test_a_unit_driven_out_of_its_range_comes_back_into_it
            """,
        },
    )
)
globals().update(alike(test_11_hipper))
globals().update(
    alike(
        test_11_replacements,
        {
            "12.4, 12.4c: the Soviets spend first, and a rebuilt unit does not move": """
                test_the_turn_track_gives_the_points_and_the_germans_spend_first
                test_a_soviet_unit_comes_back_in_part_or_in_full
                test_looking_for_room_leaves_the_dead_dead
                test_a_german_unit_comes_back_reduced_and_waits_a_turn_for_the_rest
                test_without_an_hq_nothing_is_rebuilt
                test_a_rebuilt_unit_moves_at_once_from_an_enemy_zone_or_a_full_hex
            """,
            "12.4: units that cannot move are renewed too": """
                test_one_step_and_immobile_units_and_hqs_get_none
            """,
            "2.2b: there are no dual units": """
                test_a_dual_unit_is_rebuilt_with_any_german_hq_whether_its_own_is_there_or_lost
            """,
        },
    )
)
globals().update(
    alike(
        test_11_volkssturm,
        {
            "1.2c: none are laid out behind the Soviet lines": """
                test_a_town_cut_off_from_every_source_raises_volkssturm_too
            """,
        },
    )
)
globals().update(
    alike(
        test_12_air_attack,
        {
            "13.2: a die of 1 grounds the air units": """
                test_the_luftwaffe_supports_any_german_attack
            """,
        },
    )
)
globals().update(alike(test_12_air_recovery))
globals().update(alike(test_13_victory))
globals().update(
    alike(
        test_14_options,
        {
            "15.1: there is no 20th Panzer, and Mikosch comes at once": """
                test_20th_panzer_stands_in_1323_if_chosen
                test_mikosch_comes_in_the_next_segment_not_at_once
                test_mikosch_enters_reduced_at_c_once_soviets_are_within_five_hexes
            """,
        },
    )
)
globals().update(alike(test_edited_positions))
globals().update(
    alike(
        test_asking,
        {
            "2.2b: units that have lost their HQ are independent": """
                test_an_hq_shows_its_range_and_whom_it_could_activate
            """,
            "0.7a: barrages are reckoned at 3-1": """
                test_a_barrage_carries_what_it_was_reckoned_from_and_a_shelled_hex_must_hold_somebody
            """,
        },
    )
)
globals().update(
    alike(
        test_prompts,
        {
            "9.2b: retreats lead towards supply": """
                test_every_question_has_its_shape_and_cites_its_rules[retreating]
            """,
            "6.0e, 12.4c: trains bring reinforcements, and nobody moves after being rebuilt": """
                test_every_question_has_its_shape_and_cites_its_rules[entering]
                test_every_question_has_its_shape_and_cites_its_rules[rebuilding]
            """,
            "1.0a: targets of the opening barrage are two hexes away": """
                test_every_question_has_its_shape_and_cites_its_rules[opening]
            """,
        },
    )
)
globals().update(alike(test_refusals))
